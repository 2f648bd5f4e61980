package dev.leat.engine.invariant;

import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.MessageInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What those who use queues know: what they sent, what they were told, and what they asked for without an answer. */
public final class QueueLedger {
    public final Map<String, Book> books = new TreeMap<>();

    /** A queue: its messages by their texts, each of which is sent once only. */
    public static final class Book {
        public final String queue;
        public final List<String> groups;
        final int budget;
        final long lease;
        public final Map<String, Sent> sent = new LinkedHashMap<>();

        public Book(String queue, List<String> groups, int budget, long lease) {
            this.queue = queue;
            this.groups = groups;
            this.budget = budget;
            this.lease = lease;
        }
    }

    /** A message and what is known of it. */
    public static final class Sent {
        public final String text;
        public final @Nullable String key;
        final Map<String, Standing> standings = new HashMap<>();
        public long seq = -1;
        public boolean refused;

        public Sent(String text, @Nullable String key) {
            this.text = text;
            this.key = key;
        }

        /** Whether somebody was told that it is in the queue. */
        boolean isTaken() {
            return seq >= 0;
        }

        Standing in(String group) {
            return standings.computeIfAbsent(group, name -> new Standing());
        }
    }

    /** What a group's consumers know of a message. */
    public static final class Standing {
        public final List<Told> deliveries = new ArrayList<>();
        public boolean ackSent;
        public boolean ackTold;
        public boolean rejectSent;
        public int releasesSent;

        /** Whether it may be over as far as anybody knows. */
        boolean maybeOver() {
            return ackSent || rejectSent;
        }
    }

    /** A delivery that a consumer got. */
    public static final class Told {
        public final Sent message;
        final String group;
        public final DeliveryId id;
        public final int attempt;
        final long grantedAt;
        public long until;
        public boolean givenBack;
        public boolean nackTold;

        public Told(Sent message, String group, Delivery delivery, long lease) {
            this.message = message;
            this.group = group;
            this.id = delivery.deliveryId();
            this.attempt = delivery.attempt();
            this.until = delivery.leaseUntil().toEpochMilli();
            this.grantedAt = until - lease;
        }

        public Standing standing() {
            return message.in(group);
        }
    }

    /** A promise of the engine, held against what is known. */
    public interface Promise {
        /** A consumer gets a delivery, which is not among those it knows yet. */
        default void delivered(Book book, Told told) {}

        /** Everything that was begun is finished, and this is in the queue and among its dead letters. */
        default void looked(Book book, Map<String, MessageInfo> there, Map<String, MessageInfo> dead) {}
    }
}
