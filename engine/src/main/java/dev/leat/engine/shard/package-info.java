/** How anything is decided: one thread, a turn at a time, durable before it is answered. Knows nothing of streams. */
@NullMarked
package dev.leat.engine.shard;

import org.jspecify.annotations.NullMarked;
