package dev.leat.cli.console;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Amounts, times and texts of messages in the form of the text output. */
public final class DisplayText {

    /** The text for an absent value. */
    public static final String NONE = "-";

    private static final int LONGEST_LINE = 120;

    private DisplayText() {}

    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns a size with its largest fitting unit. */
    public static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        String units = "KMGTPE";
        double amount = bytes;
        int unit = -1;
        while (amount >= 1024 && unit < units.length() - 1) {
            amount /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %ciB", amount, units.charAt(unit));
    }

    /** Returns a duration with its two largest units. */
    public static String time(Duration time) {
        if (time.toDays() > 0) {
            return time.toDays() + "d" + time.toHoursPart() + "h";
        }
        if (time.toHours() > 0) {
            return time.toHours() + "h" + time.toMinutesPart() + "m";
        }
        return time.toMinutes() > 0 ? time.toMinutes() + "m" + time.toSecondsPart() + "s" : time.toSeconds() + "s";
    }

    public static String time(@Nullable Instant time) {
        return time == null ? NONE : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    public static String text(@Nullable Object text) {
        return text == null ? NONE : text.toString();
    }

    /** Returns a text in one line, without control characters that a terminal would obey. */
    public static String line(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
    }
}
