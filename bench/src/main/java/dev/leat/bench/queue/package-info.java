/** A load generator for queues: Leat, Redis Streams and RabbitMQ on one thread, each by its own protocol. */
@NullMarked
package dev.leat.bench.queue;

import org.jspecify.annotations.NullMarked;
