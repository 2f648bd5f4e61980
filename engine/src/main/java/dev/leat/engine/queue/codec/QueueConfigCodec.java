package dev.leat.engine.queue.codec;

import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Bytes of a queue's configuration. Fields of later versions go to the end, under a higher version. */
final class QueueConfigCodec {
    private static final int VERSION = 1;
    private static final int INTEREST = 0;
    private static final int LIMITS = 1;
    private static final EnumCodes<QueueConfig.Mode> MODES =
            EnumCodes.of(QueueConfig.Mode.WORK, QueueConfig.Mode.FANOUT);
    private static final EnumCodes<QueueConfig.Exhausted> EXHAUSTED =
            EnumCodes.of(QueueConfig.Exhausted.PARK, QueueConfig.Exhausted.DROP);
    private static final EnumCodes<QueueConfig.Expired> EXPIRED =
            EnumCodes.of(QueueConfig.Expired.DROP, QueueConfig.Expired.DEAD_LETTER);
    private static final EnumCodes<QueueConfig.DedupScope> SCOPES =
            EnumCodes.of(QueueConfig.DedupScope.QUEUE, QueueConfig.DedupScope.KEY);
    private static final EnumCodes<QueueConfig.Full> FULL =
            EnumCodes.of(QueueConfig.Full.REJECT, QueueConfig.Full.DROP_OLDEST, QueueConfig.Full.WAIT);

    private QueueConfigCodec() {}

    static void write(QueueConfig config, BytesOut out) {
        MODES.write(config.mode(), out.u8(VERSION));
        write(config.lease(), out);
        write(config.longestLease(), out);
        out.varint(config.maxAttempts()).varint(config.maxReleases());
        out.maybeText(config.deadLetter() == null ? null : config.deadLetter().value());
        EXHAUSTED.write(config.exhausted(), out);
        write(config.retryBackoff(), out);
        write(config.expiryBackoff(), out);
        out.bool(config.priority());
        maybe(config.ttl(), out);
        EXPIRED.write(config.expired(), out);
        write(config.dedupWindow(), out);
        SCOPES.write(config.dedupScope(), out.bool(config.contentDedup()));
        out.varint(config.maxMessages()).varint(config.maxBytes());
        FULL.write(config.full(), out);
        write(config.fullWait(), out);
        write(config.retention(), out);
        out.varint(config.keyBatch()).bool(config.parkHoldsKey()).bool(config.fair());
        maybe(config.ageStep(), out);
        out.varint(config.maxLeases()).varint(config.maxLeasesPerConsumer()).varint(config.maxWaiters());
        out.bool(config.strictLease()).bool(config.autoCreateGroups());
        maybe(config.groupIdleExpiry(), out);
        out.bool(config.releaseOnExpire());
    }

    static QueueConfig read(BytesIn in) {
        requireVersion(in.u8(), VERSION);
        return QueueConfig.builder(MODES.read(in))
                .lease(span(in))
                .longestLease(span(in))
                .maxAttempts(ChangeCodec.int32(in))
                .maxReleases(ChangeCodec.int32(in))
                .deadLetter(queue(in.maybeText()))
                .exhausted(EXHAUSTED.read(in))
                .retryBackoff(new Backoff(span(in), Double.longBitsToDouble(in.i64()), span(in)))
                .expiryBackoff(span(in))
                .priority(in.bool())
                .ttl(maybeSpan(in))
                .expired(EXPIRED.read(in))
                .dedupWindow(span(in))
                .contentDedup(in.bool())
                .dedupScope(SCOPES.read(in))
                .maxMessages(in.varint())
                .maxBytes(in.varint())
                .full(FULL.read(in))
                .fullWait(span(in))
                .retention(retention(in))
                .keyBatch(ChangeCodec.int32(in))
                .parkHoldsKey(in.bool())
                .fair(in.bool())
                .ageStep(maybeSpan(in))
                .maxLeases(ChangeCodec.int32(in))
                .maxLeasesPerConsumer(ChangeCodec.int32(in))
                .maxWaiters(ChangeCodec.int32(in))
                .strictLease(in.bool())
                .autoCreateGroups(in.bool())
                .groupIdleExpiry(maybeSpan(in))
                .releaseOnExpire(in.bool())
                .build();
    }

    private static void write(Backoff backoff, BytesOut out) {
        write(backoff.initial(), out);
        out.i64(Double.doubleToLongBits(backoff.factor()));
        write(backoff.longest(), out);
    }

    private static void write(Retention retention, BytesOut out) {
        switch (retention) {
            case Retention.Interest(var unclaimed) -> write(unclaimed, out.u8(INTEREST));
            case Retention.Limits(var age, var bytes, var messages) -> {
                maybe(age, out.u8(LIMITS));
                out.varint(bytes == null ? 0 : bytes).varint(messages == null ? 0 : messages);
            }
        }
    }

    private static Retention retention(BytesIn in) {
        int kind = in.u8();
        return switch (kind) {
            case INTEREST -> new Retention.Interest(span(in));
            case LIMITS -> new Retention.Limits(maybeSpan(in), limit(in.varint()), limit(in.varint()));
            default ->
                throw new IllegalArgumentException(
                        "a retention of kind " + kind + ": it is damaged, or a newer Leat wrote it");
        };
    }

    private static @Nullable Long limit(long value) {
        return value == 0 ? null : value;
    }

    /** Writes seconds and nanoseconds: a configuration that is read must equal the one that was given. */
    private static void write(Duration span, BytesOut out) {
        out.varint(span.getSeconds()).varint(span.getNano());
    }

    private static Duration span(BytesIn in) {
        return Duration.ofSeconds(in.varint(), in.varint());
    }

    private static void maybe(@Nullable Duration span, BytesOut out) {
        out.bool(span != null);
        if (span != null) {
            write(span, out);
        }
    }

    private static @Nullable Duration maybeSpan(BytesIn in) {
        return in.bool() ? span(in) : null;
    }

    private static @Nullable QueueName queue(@Nullable String name) {
        return name == null ? null : QueueName.of(name);
    }

    static void requireVersion(int version, int known) {
        if (version != known) {
            throw new IllegalArgumentException(
                    "it has version " + version + ": it is damaged, or a newer Leat wrote it");
        }
    }
}
