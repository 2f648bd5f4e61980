package dev.leat.engine.doctor;

import dev.leat.api.stream.ProducerStamp;
import dev.leat.engine.doctor.Loss.LostStream;
import dev.leat.engine.presence.PresenceChangeReader;
import dev.leat.engine.queue.QueueChangeReader;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Features;
import dev.leat.engine.stream.StreamChange;
import dev.leat.engine.stream.StreamChangeReader;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.subscription.SubscriptionChangeReader;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds up what the sound frames behind a damage held, stream by stream. */
final class LossCount {
    private static final Comparator<LostStream> BY_PATH = Comparator.comparing(
                    LostStream::path, Comparator.nullsLast(Comparator.<String>naturalOrder()))
            .thenComparingLong(LostStream::id);

    private final Map<Long, StreamRecord> kept;
    private final Map<Long, Count> counts = new HashMap<>();
    private long frames;
    private long unknown;
    private long subscriptionChanges;
    private final QueueChangeReader queues = new QueueChangeReader();

    /** @param kept the streams as they are where the journal would be cut */
    LossCount(Map<Long, StreamRecord> kept) {
        this.kept = kept;
    }

    private static final class Count {
        @Nullable
        String path;

        @Nullable
        Long tail;

        long messages;
        long bytes;
        boolean created;
        boolean closed;
        boolean deleted;
        boolean worthTelling;
        final Map<String, ProducerStamp> producers = new TreeMap<>();
    }

    void frame(ByteBuffer body) {
        frames++;
        try {
            StreamChangeReader streams = new StreamChangeReader(change -> count(change, count(change.stream())));
            SubscriptionChangeReader subscriptions = new SubscriptionChangeReader(() -> subscriptionChanges++);
            Changes.replay(body, Features.of(streams, subscriptions, new PresenceChangeReader(), queues));
        } catch (RuntimeException e) {
            unknown++; // whatever it is that cannot be decoded, it is lost, too
        }
    }

    private Count count(long id) {
        return counts.computeIfAbsent(id, unseen -> {
            Count count = new Count();
            StreamRecord record = kept.get(id);
            if (record != null) {
                count.path = record.path().value();
                count.tail = record.tail();
            }
            return count;
        });
    }

    private static void count(StreamChange change, Count count) {
        switch (change) {
            case StreamChange.Created created -> {
                count.created = true;
                count.path = created.path().value();
                count.tail = created.origin() == null ? 0L : created.origin().position();
                count.worthTelling = true;
            }
            case StreamChange.Appended appended -> {
                count.messages += appended.messages();
                count.bytes += appended.bytes();
                count.closed |= appended.close();
                ProducerStamp stamp = appended.producer();
                if (stamp != null) {
                    count.producers.put(stamp.id(), stamp);
                }
                count.worthTelling = true;
            }
            case StreamChange.Hidden hidden -> deleted(count);
            case StreamChange.Removed removed -> deleted(count);
            case StreamChange.Retained retained -> {} // told where the fork is created
            case StreamChange.Released released -> {} // told where the fork is deleted; the next start gives it back
            case StreamChange.Touched touched -> {} // a lifetime is renewed at every start
        }
    }

    private static void deleted(Count count) {
        count.deleted = true;
        count.worthTelling = true;
    }

    Loss at(long position, long unreadableBytes) {
        List<LostStream> streams = counts.entrySet().stream()
                .filter(entry -> entry.getValue().worthTelling)
                .map(entry -> lost(entry.getKey(), entry.getValue()))
                .sorted(BY_PATH)
                .toList();
        return new Loss(
                position,
                frames,
                unreadableBytes,
                unknown,
                subscriptionChanges,
                queues.changes(),
                queues.messages(),
                streams);
    }

    private static LostStream lost(long id, Count count) {
        return new LostStream(
                id,
                count.path,
                count.tail,
                count.messages,
                count.bytes,
                count.created,
                count.closed,
                count.deleted,
                List.copyOf(count.producers.values()));
    }
}
