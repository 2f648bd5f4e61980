/** Messages out of attempts: the dead-letter queue, parking, transfers between queues, and redrives. */
@NullMarked
package dev.leat.engine.queue.deadletter;

import org.jspecify.annotations.NullMarked;
