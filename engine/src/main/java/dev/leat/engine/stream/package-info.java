/** Streams in a shard: what is decided about them, what memory holds of them, and how they are read. */
@NullMarked
package dev.leat.engine.stream;

import org.jspecify.annotations.NullMarked;
