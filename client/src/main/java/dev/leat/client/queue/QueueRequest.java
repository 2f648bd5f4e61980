package dev.leat.client.queue;

import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.ResponseReader;

/** The request of a command or query, and the reader of its answer. */
record QueueRequest<O>(ClientRequest request, ResponseReader<O> reading) {}
