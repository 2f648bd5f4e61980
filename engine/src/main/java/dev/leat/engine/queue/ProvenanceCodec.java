package dev.leat.engine.queue;

import dev.leat.api.ConsumerName;
import dev.leat.api.GroupName;
import dev.leat.api.MessageId;
import dev.leat.api.Provenance;
import dev.leat.api.QueueName;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of what a dead letter went through. Moments have milliseconds. */
final class ProvenanceCodec {
    static final EnumCodes<Provenance.Reason> REASONS = EnumCodes.of(
            Provenance.Reason.ATTEMPTS_EXHAUSTED,
            Provenance.Reason.LEASE_EXPIRED,
            Provenance.Reason.REJECTED,
            Provenance.Reason.TTL,
            Provenance.Reason.CANCELLED);

    private ProvenanceCodec() {}

    static void write(Provenance of, BytesOut out) {
        out.text(of.originQueue().value()).text(of.originGroup().value());
        out.text(of.originId().value()).varint(of.originSeq());
        out.varint(of.originEnqueuedAt().toEpochMilli());
        writeMoment(of.firstDeliveredAt(), out);
        writeMoment(of.lastDeliveredAt(), out);
        out.varint(of.attempts()).varint(of.releases());
        REASONS.write(of.reason(), out);
        out.maybeText(of.lastError());
        out.maybeText(of.lastConsumer() == null ? null : of.lastConsumer().value());
        writeHistory(of.history(), out);
        out.varint(of.hops());
    }

    static Provenance read(BytesIn in) {
        return new Provenance(
                QueueName.of(in.text()),
                GroupName.of(in.text()),
                MessageId.of(in.text()),
                in.varint(),
                Instant.ofEpochMilli(in.varint()),
                readMoment(in),
                readMoment(in),
                ChangeCodec.int32(in),
                ChangeCodec.int32(in),
                REASONS.read(in),
                in.maybeText(),
                readConsumer(in.maybeText()),
                readHistory(in),
                ChangeCodec.int32(in));
    }

    static void writeHistory(List<Provenance.Attempt> history, BytesOut out) {
        out.varint(history.size());
        for (Provenance.Attempt attempt : history) {
            out.varint(attempt.attempt()).text(attempt.consumer().value());
            out.varint(attempt.at().toEpochMilli()).text(attempt.outcome());
            out.maybeText(attempt.reason()).maybeText(attempt.error());
        }
    }

    static List<Provenance.Attempt> readHistory(BytesIn in) {
        List<Provenance.Attempt> history = new ArrayList<>();
        for (long left = in.varint(); left > 0; left--) {
            history.add(new Provenance.Attempt(
                    ChangeCodec.int32(in),
                    ConsumerName.of(in.text()),
                    Instant.ofEpochMilli(in.varint()),
                    in.text(),
                    in.maybeText(),
                    in.maybeText()));
        }
        return List.copyOf(history);
    }

    private static void writeMoment(@Nullable Instant moment, BytesOut out) {
        out.bool(moment != null);
        if (moment != null) {
            out.varint(moment.toEpochMilli());
        }
    }

    private static @Nullable Instant readMoment(BytesIn in) {
        return in.bool() ? Instant.ofEpochMilli(in.varint()) : null;
    }

    private static @Nullable ConsumerName readConsumer(@Nullable String name) {
        return name == null ? null : ConsumerName.of(name);
    }
}
