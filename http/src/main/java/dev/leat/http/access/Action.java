package dev.leat.http.access;

import java.util.Locale;

/** What somebody may be allowed to do. */
public enum Action {
    READ,
    APPEND,
    CREATE,
    DELETE,
    /** Manage subscriptions, read metrics. */
    ADMIN;

    /** The word for it in configuration and tokens. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
