package dev.leat.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Durations and instants as text. All are in a range in which their milliseconds, and those of the sum of an instant and a duration,
 * fit into a long.
 */
public final class TimeText {
    private static final int MOST_DIGITS = 15;
    private static final int LONGEST_TEXT = 64;
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private TimeText() {}

    /**
     * Reads {@code PT1M30S}, {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h} or {@code 7d}.
     *
     * @param name the name of the value in the exception's message
     * @throws IllegalArgumentException if the text is no duration, or one that is out of range
     */
    public static Duration duration(String name, String text) {
        Duration duration = anyDuration(name, text);
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + " is from 0 to " + LONGEST.toDays() + " days, not " + JsonObject.quoted(text));
        }
        return duration;
    }

    /** Reads a duration as {@link #duration} does, but out of range as well. */
    static Duration anyDuration(String name, String text) {
        try {
            int digits = leadingDigits(text);
            if (digits > 0) {
                Duration duration = of(Long.parseLong(text, 0, digits, 10), text.substring(digits));
                if (duration != null) {
                    return duration;
                }
            } else if (text.length() <= LONGEST_TEXT) {
                return Duration.parse(text);
            }
        } catch (DateTimeException | ArithmeticException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                name + " is a duration such as 30s, 500ms, 5m, 2h or PT1M30S, not " + JsonObject.quoted(text));
    }

    /** Returns how many digits the text begins with; 0 if they are more than a long is sure to take. */
    private static int leadingDigits(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return digits > MOST_DIGITS ? 0 : digits;
    }

    private static @Nullable Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> null;
        };
    }

    /**
     * Reads an RFC 3339 timestamp.
     *
     * @param name the name of the value in the exception's message
     * @throws IllegalArgumentException if the text is no timestamp, or one that is out of range
     */
    public static Instant instant(String name, String text) {
        try {
            Instant instant =
                    text.length() <= LONGEST_TEXT ? OffsetDateTime.parse(text).toInstant() : Instant.MAX;
            if (!instant.isBefore(EARLIEST) && !instant.isAfter(LATEST)) {
                return instant;
            }
        } catch (DateTimeException e) {
            // reported below
        }
        throw notAnInstant(name, text);
    }

    /** Reads an instant as {@link Instant#toString} writes it, out of range as well. */
    static Instant anyInstant(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw notAnInstant(name, text);
        }
    }

    private static IllegalArgumentException notAnInstant(String name, String text) {
        return new IllegalArgumentException(name
                + " is a moment as RFC 3339 writes it, such as 2030-01-31T12:00:00Z, not " + JsonObject.quoted(text));
    }

    /** Returns the shortest text of a duration: its largest unit that has no remainder, such as {@code 12h} or {@code 90s}. */
    public static String shortest(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        } else if (millis % 1000 != 0) {
            return millis + "ms";
        } else if (millis % 60_000 != 0) {
            return millis / 1000 + "s";
        } else if (millis % 3_600_000 != 0) {
            return millis / 60_000 + "m";
        }
        return millis % 86_400_000 != 0 ? millis / 3_600_000 + "h" : millis / 86_400_000 + "d";
    }
}
