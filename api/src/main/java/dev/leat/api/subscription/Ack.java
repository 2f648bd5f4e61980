package dev.leat.api.subscription;

import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;

/** Everything in the stream before the offset has been processed. */
public record Ack(StreamPath stream, Offset offset) {}
