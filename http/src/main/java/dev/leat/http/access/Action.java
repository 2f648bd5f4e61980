package dev.leat.http.access;

import java.util.Locale;

/** What somebody may be allowed to do. */
public enum Action {
    READ(Noun.STREAM),
    APPEND(Noun.STREAM),
    CREATE(Noun.STREAM),
    DELETE(Noun.STREAM),
    /** Manage subscriptions, read metrics. */
    ADMIN(Noun.STREAM),
    ENQUEUE(Noun.QUEUE),
    /** Receive, settle what was received, and be present meanwhile. */
    RECEIVE(Noun.QUEUE),
    /** Take over the leases of others, also of those who still work. */
    CLAIM(Noun.QUEUE),
    /** Look, without changing anything. */
    BROWSE(Noun.QUEUE),
    /** Make, configure and delete queues and groups; cancel, purge, pause, redrive. */
    MANAGE(Noun.QUEUE);

    private final Noun noun;

    Action(Noun noun) {
        this.noun = noun;
    }

    /** What is acted on: its words are about the paths of streams, or the names of queues. */
    public enum Noun {
        STREAM,
        QUEUE
    }

    public Noun noun() {
        return noun;
    }

    /** The word for it in configuration and tokens. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
