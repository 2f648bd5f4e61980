package dev.leat.api.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Messages of a producer that are appended together. Guarded by the producer's lock. */
final class ProducerBatch {

    /** Where it is. */
    enum State {
        /** It waits to be sent, for the first time or again. */
        WAITING,
        SENT,
        /** It was there before its turn, and waits until something before it is there. */
        EARLY
    }

    final List<byte[]> payloads = new ArrayList<>();
    final List<CompletableFuture<AppendResult>> takers = new ArrayList<>();
    final boolean close;
    State state = State.WAITING;
    long bytes;
    long seq;
    long firstSentNanos;
    boolean wasSent;
    boolean sentAsFirst;
    int failures;

    /** Whether an answer to it was lost, so that it may be in the stream already. */
    boolean doubtful;

    /** @param close whether it ends the stream, after whatever it holds */
    ProducerBatch(boolean close) {
        this.close = close;
    }

    CompletableFuture<AppendResult> add(byte[] payload) {
        payloads.add(payload);
        bytes += payload.length;
        return taker();
    }

    CompletableFuture<AppendResult> taker() {
        CompletableFuture<AppendResult> taker = new CompletableFuture<>();
        takers.add(taker);
        return taker;
    }
}
