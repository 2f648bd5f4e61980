package dev.leat.api;

import java.time.Duration;
import java.time.Instant;

/** How long a stream lives. */
public sealed interface Lifetime {

    Lifetime FOREVER = new Forever();

    /** Until it is deleted. */
    record Forever() implements Lifetime {}

    /** Until nobody has read or written it for this long. */
    record Idle(Duration ttl) implements Lifetime {
        public Idle {
            if (ttl.isNegative()) {
                throw new IllegalArgumentException("a time to live is not negative: " + ttl);
            }
        }
    }

    /** Until this moment, whatever happens. Kept to the millisecond. */
    record Until(Instant moment) implements Lifetime {
        public Until {
            moment = Instant.ofEpochMilli(moment.toEpochMilli());
        }
    }

    static Lifetime idle(Duration ttl) {
        return new Idle(ttl);
    }

    static Lifetime until(Instant moment) {
        return new Until(moment);
    }
}
