package dev.leat.wire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes instants with the same text as {@link Instant#toString}, but faster: the text of the last few seconds is cached, since most
 * instants of a batch of messages are in the same second.
 */
final class InstantText {
    private static final int NANOS_IN_MILLI = 1_000_000;
    private static final @Nullable Second[] CACHE = new Second[64];

    private InstantText() {}

    /** The text of a second up to its fraction. */
    private record Second(long epoch, String text) {}

    static String of(Instant instant) {
        long second = instant.getEpochSecond();
        int nanos = instant.getNano();
        int millis = nanos / NANOS_IN_MILLI;
        if (millis == 0 || nanos % NANOS_IN_MILLI != 0) {
            return instant.toString();
        }
        return beginning(second) + "." + millis / 100 + millis / 10 % 10 + millis % 10 + "Z";
    }

    private static String beginning(long second) {
        int slot = (int) second & (CACHE.length - 1);
        Second cached = CACHE[slot]; // a thread that loses the race formats it once more
        if (cached == null || cached.epoch != second) {
            String whole = Instant.ofEpochSecond(second).toString();
            cached = new Second(second, whole.substring(0, whole.length() - 1));
            CACHE[slot] = cached;
        }
        return cached.text;
    }
}
