/** Durable queues: enqueue, receive and settle, workers, groups and dead letters, and what these calls take and return. */
@NullMarked
package dev.leat.api.queue;

import org.jspecify.annotations.NullMarked;
