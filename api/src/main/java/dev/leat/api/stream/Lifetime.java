package dev.leat.api.stream;

import java.time.Duration;
import java.time.Instant;

/** How long a stream lives. */
public sealed interface Lifetime {

    /** The stream does not expire. */
    Lifetime FOREVER = new Forever();

    /** The longest time to live there is: a hundred thousand years. */
    Duration LONGEST = Duration.ofDays(36_525_000);

    /** The last moment a stream can be given. */
    Instant LAST = Instant.EPOCH.plus(LONGEST);

    /** Until it is deleted. */
    record Forever() implements Lifetime {}

    /** Until it was not read or written for this long. More than {@link #LONGEST} counts as that. */
    record Idle(Duration ttl) implements Lifetime {
        public Idle {
            if (ttl.isNegative()) {
                throw new IllegalArgumentException("a time to live is not negative: " + ttl);
            }
            ttl = ttl.compareTo(LONGEST) > 0 ? LONGEST : ttl;
        }
    }

    /** Until this moment, whatever happens. Kept to the millisecond; moments too far away count as {@link #LAST}. */
    record Until(Instant moment) implements Lifetime {
        public Until {
            moment = moment.isAfter(LAST) ? LAST : moment.isBefore(Instant.EPOCH) ? Instant.EPOCH : moment;
            moment = Instant.ofEpochMilli(moment.toEpochMilli());
        }
    }

    /** Returns a lifetime that ends when the stream was not used for a time. */
    static Lifetime idle(Duration ttl) {
        return new Idle(ttl);
    }

    /** Returns a lifetime that ends at a moment. */
    static Lifetime until(Instant moment) {
        return new Until(moment);
    }
}
