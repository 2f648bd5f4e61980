package dev.leat.http.queue;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as clients write them. None is so far away that it could not be counted in milliseconds from any moment. */
final class Durations {
    private static final Pattern SHORT = Pattern.compile("([0-9]{1,15})(ms|s|m|h|d)");
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
            Matcher match = SHORT.matcher(text);
            if (match.matches()) {
                return of(Long.parseLong(match.group(1)), match.group(2));
            }
            if (text.length() <= LONGEST_TEXT) {
                return Duration.parse(text);
            }
        } catch (DateTimeException | ArithmeticException e) {
            // told below
        }
        throw Bad.argument(name + " is a duration such as 30s, 500ms, 5m, 2h or PT1M30S, not " + Bad.quoted(text));
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
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
