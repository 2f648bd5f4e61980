/**
 * The JSON, header names and problem types that the server, the client and the command line share. Not part of the supported API:
 * it changes with any version, and applications use {@code dev.leat.client} or HTTP.
 */
@org.jspecify.annotations.NullMarked
package dev.leat.wire;
