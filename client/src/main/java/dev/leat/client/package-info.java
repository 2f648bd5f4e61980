/** Durable streams and queues behind a server, with the same objects as in one's own process: start with {@link dev.leat.client.LeatClient}. */
@org.jspecify.annotations.NullMarked
package dev.leat.client;
