package dev.leat.cli.stream;

import dev.leat.api.DurableStream;
import dev.leat.api.Offset;
import dev.leat.api.Outcome;
import dev.leat.api.Producer;
import dev.leat.api.RejectedException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Appends many lines as a producer does: many at once, in order, none lost and none twice. */
final class LineImport {
    private final Producer<byte[]> producer;
    private final boolean json;
    private final AtomicLong appended = new AtomicLong();
    private final AtomicReference<@Nullable Offset> tail = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    LineImport(DurableStream stream) {
        this.json = stream.head().contentType().isJson();
        this.producer = stream.producer().start();
    }

    /** @throws RejectedException if something before it was refused */
    void add(byte[] line) {
        requireGood();
        var unused = producer.append(json ? line : ended(line)).whenComplete(this::answered);
    }

    private static byte[] ended(byte[] line) {
        byte[] payload = Arrays.copyOf(line, line.length + 1);
        payload[line.length] = '\n';
        return payload;
    }

    private void answered(Outcome.@Nullable Appended outcome, @Nullable Throwable problem) {
        if (outcome == null) {
            failure.compareAndSet(null, problem);
        } else {
            appended.incrementAndGet();
            tail.set(outcome.tail());
        }
    }

    private void requireGood() {
        if (failure.get() instanceof RejectedException rejected) {
            throw rejected;
        }
    }

    /** Waits until all of them are durable. */
    void finish() {
        producer.close();
        requireGood();
    }

    long appended() {
        return appended.get();
    }

    /** Null as long as nothing was appended. */
    @Nullable
    Offset tail() {
        return tail.get();
    }
}
