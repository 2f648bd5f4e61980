package dev.leat.outbox.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Filter of dead rows; what is left out restricts nothing.
 *
 * @param error a part of the error's text
 * @param olderThan how long ago the row was written, at least
 */
public record DeadFilter(
        @Nullable String route,
        @Nullable String key,
        @Nullable String error,
        @Nullable Duration olderThan) {

    /** Every dead row of the namespace. */
    public static DeadFilter all() {
        return new DeadFilter(null, null, null, null);
    }

    /** Returns the filter, restricted to one route. */
    public DeadFilter route(String name) {
        return new DeadFilter(name, key, error, olderThan);
    }

    /** Returns the filter, restricted to one key. */
    public DeadFilter key(String name) {
        return new DeadFilter(route, name, error, olderThan);
    }

    /** Returns the filter, restricted to errors whose text has this part. */
    public DeadFilter error(String part) {
        return new DeadFilter(route, key, part, olderThan);
    }

    /** Returns the filter, restricted to rows that were written at least this long ago. */
    public DeadFilter olderThan(Duration age) {
        return new DeadFilter(route, key, error, age);
    }
}
