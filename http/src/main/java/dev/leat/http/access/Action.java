package dev.leat.http.access;

import java.util.Locale;

/** An action that a scope can allow. */
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
    /** Take over leases of other consumers, also of consumers that still work. */
    CLAIM(Noun.QUEUE),
    /** Look, without changing anything. */
    BROWSE(Noun.QUEUE),
    /** Make, configure and delete queues and groups; cancel, purge, pause, redrive. */
    MANAGE(Noun.QUEUE);

    private final Noun noun;

    Action(Noun noun) {
        this.noun = noun;
    }

    /** What an action is about: scopes name paths of streams, or names of queues. */
    public enum Noun {
        STREAM,
        QUEUE
    }

    public Noun noun() {
        return noun;
    }

    /** Returns the word for it in configuration and tokens. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
