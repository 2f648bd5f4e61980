package dev.leat.http.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments as text, just as they write themselves, but faster: most are of a second that was written before. */
final class Moments {
    private static final int NANOS_IN_MILLI = 1_000_000;
    private static final @Nullable Second[] KNOWN = new Second[64];

    private Moments() {}

    /** The text of a second up to its fraction. */
    private record Second(long epoch, String text) {}

    static String text(Instant moment) {
        long second = moment.getEpochSecond();
        int nanos = moment.getNano();
        int millis = nanos / NANOS_IN_MILLI;
        if (millis == 0 || nanos % NANOS_IN_MILLI != 0) {
            return moment.toString();
        }
        return beginning(second) + "." + millis / 100 + millis / 10 % 10 + millis % 10 + "Z";
    }

    private static String beginning(long second) {
        int slot = (int) second & (KNOWN.length - 1);
        Second known = KNOWN[slot]; // whoever loses a race writes it once more
        if (known == null || known.epoch != second) {
            String whole = Instant.ofEpochSecond(second).toString();
            known = new Second(second, whole.substring(0, whole.length() - 1));
            KNOWN[slot] = known;
        }
        return known.text;
    }
}
