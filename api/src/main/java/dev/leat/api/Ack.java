package dev.leat.api;

/** Everything in the stream before the offset has been processed. */
public record Ack(StreamPath stream, Offset offset) {}
