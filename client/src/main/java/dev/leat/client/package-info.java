/** Streams and queues of a server, with the same interfaces as an embedded engine. The entry is {@link dev.leat.client.LeatClient}. */
@org.jspecify.annotations.NullMarked
package dev.leat.client;
