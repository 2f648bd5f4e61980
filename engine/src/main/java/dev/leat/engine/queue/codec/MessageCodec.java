package dev.leat.engine.queue.codec;

import dev.leat.api.ContentType;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueName;
import dev.leat.engine.queue.state.DecodedMessageId;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.queue.state.TransferSource;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Bytes of a message: one bit for each optional field; the position is known from elsewhere. */
final class MessageCodec {
    private static final int ORDER_KEY = 1;
    private static final int NOT_BEFORE = 2;
    private static final int EXPIRES = 4;
    private static final int MAX_ATTEMPTS = 8;
    private static final int GROUPS = 16;
    private static final int HEADERS = 32;
    private static final int PROVENANCE = 64;

    /** Set if the message was first enqueued in another queue. */
    private static final int MOVED = 128;

    private static final ContentType[] TYPES = {ContentType.BYTES, ContentType.TEXT, ContentType.JSON};

    private MessageCodec() {}

    static void write(QueuedMessage message, BytesOut out) {
        int flags = flags(message);
        out.u8(flags).varint(message.seq()).varint(message.enqueuedAt());
        writeType(message.contentType(), out);
        out.bytes(message.payload());
        TransferSource origin = message.origin();
        if (origin != null) {
            DecodedMessageId id = message.id();
            out.varint(id.time()).varint(id.queue()).varint(id.at());
            writeSource(origin, out);
        }
        if (message.orderKey() != null) {
            out.text(message.orderKey());
        }
        if ((flags & NOT_BEFORE) != 0) {
            out.varint(message.notBefore());
        }
        if ((flags & EXPIRES) != 0) {
            out.varint(message.expiresAt() == Long.MAX_VALUE ? 0 : message.expiresAt())
                    .varint(message.ttl());
        }
        if ((flags & MAX_ATTEMPTS) != 0) {
            out.varint(message.maxAttempts());
        }
        if ((flags & GROUPS) != 0) {
            writeGroups(message.groups(), out);
        }
        if ((flags & HEADERS) != 0) {
            writeHeaders(message.headers(), out);
        }
        if (message.provenance() != null) {
            ProvenanceCodec.write(message.provenance(), out);
        }
    }

    static void writeSource(TransferSource source, BytesOut out) {
        out.varint(source.queue()).varint(source.group()).varint(source.at());
    }

    static TransferSource readSource(BytesIn in) {
        return new TransferSource(in.varint(), ChangeCodec.int32(in), in.varint());
    }

    private static int flags(QueuedMessage message) {
        return (message.orderKey() != null ? ORDER_KEY : 0)
                | (message.notBefore() != 0 ? NOT_BEFORE : 0)
                | (message.expiresAt() != Long.MAX_VALUE || message.ttl() != 0 ? EXPIRES : 0)
                | (message.maxAttempts() != 0 ? MAX_ATTEMPTS : 0)
                | (!message.groups().isEmpty() ? GROUPS : 0)
                | (!message.headers().isEmpty() ? HEADERS : 0)
                | (message.provenance() != null ? PROVENANCE : 0)
                | (message.origin() != null ? MOVED : 0);
    }

    static QueuedMessage read(long queue, long at, BytesIn in) {
        int flags = in.u8();
        long seq = in.varint();
        long enqueuedAt = in.varint();
        ContentType type = readType(in);
        byte[] payload = in.bytes();
        DecodedMessageId id = (flags & MOVED) != 0
                ? new DecodedMessageId(in.varint(), in.varint(), in.varint())
                : new DecodedMessageId(enqueuedAt, queue, at);
        TransferSource origin = (flags & MOVED) != 0 ? readSource(in) : null;
        @Nullable String orderKey = (flags & ORDER_KEY) != 0 ? in.text() : null;
        long notBefore = (flags & NOT_BEFORE) != 0 ? in.varint() : 0;
        long expiresAt = (flags & EXPIRES) != 0 ? in.varint() : 0;
        return new QueuedMessage(
                at,
                seq,
                id,
                enqueuedAt,
                payload,
                type,
                orderKey,
                notBefore,
                expiresAt == 0 ? Long.MAX_VALUE : expiresAt,
                (flags & EXPIRES) != 0 ? in.varint() : 0,
                (flags & MAX_ATTEMPTS) != 0 ? ChangeCodec.int32(in) : 0,
                (flags & GROUPS) != 0 ? readGroups(in) : Set.of(),
                (flags & HEADERS) != 0 ? readHeaders(in) : Map.of(),
                (flags & PROVENANCE) != 0 ? ProvenanceCodec.read(in) : null,
                origin);
    }

    /** Writes common types as a number, others as text after a zero. */
    private static void writeType(ContentType type, BytesOut out) {
        for (int i = 0; i < TYPES.length; i++) {
            if (TYPES[i].equals(type)) {
                out.u8(i + 1);
                return;
            }
        }
        out.u8(0).text(type.value());
    }

    private static ContentType readType(BytesIn in) {
        int number = in.u8();
        if (number > TYPES.length) {
            throw new IllegalArgumentException(
                    "a content type of number " + number + ": it is damaged, or a newer Leat wrote it");
        }
        return number == 0 ? new ContentType(in.text()) : TYPES[number - 1];
    }

    private static void writeGroups(Set<GroupName> groups, BytesOut out) {
        out.varint(groups.size());
        new TreeSet<>(groups).forEach(group -> out.text(group.value()));
    }

    private static Set<GroupName> readGroups(BytesIn in) {
        Set<GroupName> groups = new HashSet<>();
        for (long left = in.varint(); left > 0; left--) {
            groups.add(GroupName.of(in.text()));
        }
        return Set.copyOf(groups);
    }

    private static void writeHeaders(Map<String, String> headers, BytesOut out) {
        out.varint(headers.size());
        new TreeMap<>(headers).forEach((name, value) -> out.text(name).text(value));
    }

    private static Map<String, String> readHeaders(BytesIn in) {
        Map<String, String> headers = new HashMap<>();
        for (long left = in.varint(); left > 0; left--) {
            headers.put(in.text(), in.text());
        }
        return Map.copyOf(headers);
    }

    /** Bytes of the provenance of a dead letter. Times have milliseconds. */
    static final class ProvenanceCodec {
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
}
