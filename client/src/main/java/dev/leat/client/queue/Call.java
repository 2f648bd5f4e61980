package dev.leat.client.queue;

import dev.leat.client.wire.Reading;
import dev.leat.client.wire.Request;

/** A command or query as the request that it is, and how its answer is read. */
record Call<O>(Request request, Reading<O> reading) {}
