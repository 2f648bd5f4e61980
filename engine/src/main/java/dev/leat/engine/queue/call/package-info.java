/** Handlers of the commands and queries about queues, and the calls that bring them to the shard. */
@NullMarked
package dev.leat.engine.queue.call;

import org.jspecify.annotations.NullMarked;
