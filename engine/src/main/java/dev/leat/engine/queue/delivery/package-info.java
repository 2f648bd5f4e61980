/** Messages on their way in and out: enqueue, selection, leases, settlements, deadlines, and the calls that wait. */
@NullMarked
package dev.leat.engine.queue.delivery;

import org.jspecify.annotations.NullMarked;
