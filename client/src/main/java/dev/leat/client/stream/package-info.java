/** Streams behind a server, by the Durable Streams protocol. */
@org.jspecify.annotations.NullMarked
package dev.leat.client.stream;
