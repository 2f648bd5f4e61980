package dev.leat.http.queue;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Times as clients write them. None is so far away that it could not be counted in milliseconds from any moment. */
final class Durations {
    private static final int MOST_DIGITS = 15;
    private static final int LONGEST_TEXT = 64;
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Durations() {}

    /** Reads {@code PT1M30S}, {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h} or {@code 7d}. */
    static Duration parse(String name, String text) {
        Duration duration = read(name, text);
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw Bad.argument(name + " is from 0 to " + LONGEST.toDays() + " days, not " + Bad.quoted(text));
        }
        return duration;
    }

    private static Duration read(String name, String text) {
        try {
            int digits = digits(text);
            if (digits > 0) {
                Duration duration = of(Long.parseLong(text, 0, digits, 10), text.substring(digits));
                if (duration != null) {
                    return duration;
                }
            } else if (text.length() <= LONGEST_TEXT) {
                return Duration.parse(text);
            }
        } catch (DateTimeException | ArithmeticException e) {
            // told below
        }
        throw Bad.argument(name + " is a duration such as 30s, 500ms, 5m, 2h or PT1M30S, not " + Bad.quoted(text));
    }

    /** How many the text begins with; none if there are too many. */
    private static int digits(String text) {
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

    static Instant moment(String name, String text) {
        try {
            Instant moment =
                    text.length() <= LONGEST_TEXT ? OffsetDateTime.parse(text).toInstant() : Instant.MAX;
            if (!moment.isBefore(EARLIEST) && !moment.isAfter(LATEST)) {
                return moment;
            }
        } catch (DateTimeException e) {
            // told below
        }
        throw Bad.argument(
                name + " is a moment as RFC 3339 writes it, such as 2030-01-31T12:00:00Z, not " + Bad.quoted(text));
    }
}
