package dev.leat.engine;

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
final class QueueLedger {
    final Map<String, Book> books = new TreeMap<>();

    /** A queue: its messages by their texts, each of which is sent once only. */
    static final class Book {
        final String queue;
        final List<String> groups;
        final int budget;
        final long lease;
        final Map<String, Sent> sent = new LinkedHashMap<>();

        Book(String queue, List<String> groups, int budget, long lease) {
            this.queue = queue;
            this.groups = groups;
            this.budget = budget;
            this.lease = lease;
        }
    }

    /** A message and what is known of it. */
    static final class Sent {
        final String text;
        final @Nullable String key;
        final Map<String, Standing> standings = new HashMap<>();
        long seq = -1;
        boolean refused;

        Sent(String text, @Nullable String key) {
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
    static final class Standing {
        final List<Told> deliveries = new ArrayList<>();
        boolean ackSent;
        boolean ackTold;
        boolean rejectSent;
        int releasesSent;

        /** Whether it may be over as far as anybody knows. */
        boolean maybeOver() {
            return ackSent || rejectSent;
        }
    }

    /** A delivery that a consumer got. */
    static final class Told {
        final Sent message;
        final String group;
        final DeliveryId id;
        final int attempt;
        final long grantedAt;
        long until;
        boolean givenBack;
        boolean nackTold;

        Told(Sent message, String group, Delivery delivery, long lease) {
            this.message = message;
            this.group = group;
            this.id = delivery.deliveryId();
            this.attempt = delivery.attempt();
            this.until = delivery.leaseUntil().toEpochMilli();
            this.grantedAt = until - lease;
        }

        Standing standing() {
            return message.in(group);
        }
    }

    /** A promise of the engine, held against what is known. */
    interface Promise {
        /** A consumer gets a delivery, which is not among those it knows yet. */
        default void delivered(Book book, Told told) {}

        /** Everything that was begun is finished, and this is in the queue and among its dead letters. */
        default void looked(Book book, Map<String, MessageInfo> there, Map<String, MessageInfo> dead) {}
    }
}
