package dev.leat.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a message of a fan-out queue stays. One of a work queue stays until it is done. */
public sealed interface Retention {

    /**
     * Until every group that is to see it has settled it.
     *
     * @param unclaimed how long it stays while there is no group at all
     */
    record Interest(Duration unclaimed) implements Retention {
        public Interest {
            if (unclaimed.isNegative() || unclaimed.isZero()) {
                throw new IllegalArgumentException(
                        "messages that no group claims are kept for some time, not " + unclaimed);
            }
        }
    }

    /** For replay: until it is too old or there is too much, whether groups have seen it or not. Leased messages stay. */
    record Limits(
            @Nullable Duration age,
            @Nullable Long bytes,
            @Nullable Long messages) implements Retention {
        public Limits {
            if (age == null && bytes == null && messages == null) {
                throw new IllegalArgumentException("retention by limits needs an age, bytes or messages");
            }
            if ((age != null && (age.isNegative() || age.isZero()))
                    || (bytes != null && bytes < 1)
                    || (messages != null && messages < 1)) {
                throw new IllegalArgumentException("a limit of retention is more than zero");
            }
        }
    }

    /** The default of fan-out queues: messages stay until each group is done with them, for a week at most. */
    Retention INTEREST = new Interest(Duration.ofDays(7));
}
