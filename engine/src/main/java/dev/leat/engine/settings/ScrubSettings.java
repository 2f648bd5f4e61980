package dev.leat.engine.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often everything that is stored is compared with its checksums, in the background.
 *
 * @param every how far two comparisons of the same bytes are apart at most; null for never
 * @param bytesPerSecond how much is read for that at most
 */
public record ScrubSettings(@Nullable Duration every, long bytesPerSecond) {

    public ScrubSettings {
        if ((every != null && !every.isPositive()) || bytesPerSecond < 1) {
            throw new IllegalArgumentException("a scrub needs time and a rate above nothing, not " + every + " and "
                    + bytesPerSecond + " bytes a second");
        }
    }

    /** Everything within a week, by 32 MiB a second at most. */
    public static ScrubSettings defaults() {
        return new ScrubSettings(Duration.ofDays(7), 32L << 20);
    }

    /** No scrub. What readers find to be damaged is kept all the same. */
    public static ScrubSettings off() {
        return new ScrubSettings(null, defaults().bytesPerSecond());
    }

    public ScrubSettings withEvery(Duration longest) {
        return new ScrubSettings(longest, bytesPerSecond);
    }

    public ScrubSettings withBytesPerSecond(long bytes) {
        return new ScrubSettings(every, bytes);
    }
}
