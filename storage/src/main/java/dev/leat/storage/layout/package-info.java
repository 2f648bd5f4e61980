/** What a data directory is: its manifest, its lock and the files that belong there. */
@NullMarked
package dev.leat.storage.layout;

import org.jspecify.annotations.NullMarked;
