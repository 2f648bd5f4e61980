/** The protocols of Redis and RabbitMQ, as far as the load generator needs them. */
@NullMarked
package dev.leat.bench.queue.protocol;

import org.jspecify.annotations.NullMarked;
