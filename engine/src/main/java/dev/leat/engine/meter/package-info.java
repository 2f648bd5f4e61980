/** What an engine counts while it runs. */
@NullMarked
package dev.leat.engine.meter;

import org.jspecify.annotations.NullMarked;
