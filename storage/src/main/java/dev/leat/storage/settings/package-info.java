/** How storage is set up: sizes of files, buffers and caches, for the settings of an engine. */
@NullMarked
package dev.leat.storage.settings;

import org.jspecify.annotations.NullMarked;
