package dev.leat.engine.figures;

import dev.leat.storage.meter.Counter;

/** What happened to the streams of one shard. Its thread writes it once that is durable. */
public final class StreamMeter {
    private final Counter created = new Counter();
    private final Counter deleted = new Counter();
    private final Counter expired = new Counter();
    private final Counter appends = new Counter();
    private final Counter duplicates = new Counter();
    private final Counter messages = new Counter();
    private final Counter bytes = new Counter();

    public StreamMeter() {}

    /**
     * What was counted.
     *
     * @param appends how many were carried out, closes included
     * @param duplicates how many were answered without writing, because their producer had sent them before
     * @param messages how many were written, by appends or with a new stream
     * @param bytes how many those messages have
     */
    public record Figures(
            long created, long deleted, long expired, long appends, long duplicates, long messages, long bytes) {

        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);

        Figures plus(Figures other) {
            return new Figures(
                    created + other.created,
                    deleted + other.deleted,
                    expired + other.expired,
                    appends + other.appends,
                    duplicates + other.duplicates,
                    messages + other.messages,
                    bytes + other.bytes);
        }
    }

    public void created() {
        created.increment();
    }

    public void ended(boolean byTime) {
        (byTime ? expired : deleted).increment();
    }

    public void appended() {
        appends.increment();
    }

    public void wrote(int messagesWritten, int bytesWritten) {
        messages.add(messagesWritten);
        bytes.add(bytesWritten);
    }

    public void repeated() {
        duplicates.increment();
    }

    Figures figures() {
        return new Figures(
                created.value(),
                deleted.value(),
                expired.value(),
                appends.value(),
                duplicates.value(),
                messages.value(),
                bytes.value());
    }
}
