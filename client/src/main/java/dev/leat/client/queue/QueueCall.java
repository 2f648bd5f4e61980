package dev.leat.client.queue;

import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.ResponseReader;

/** A command or query as the request that it is, and how its answer is read. */
record QueueCall<O>(ClientRequest request, ResponseReader<O> reading) {}
