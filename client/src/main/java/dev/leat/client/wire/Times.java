package dev.leat.client.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Moments and durations that the server told. */
public final class Times {

    private Times() {}

    public static Instant moment(Fields fields, String name) {
        return moment(name, fields.requiredText(name));
    }

    /** Null if the member is absent. */
    public static @Nullable Instant findMoment(Fields fields, String name) {
        String text = fields.text(name);
        return text == null ? null : moment(name, text);
    }

    public static Duration duration(Fields fields, String name) {
        return duration(name, fields.requiredText(name));
    }

    /** Null if the member is absent. */
    public static @Nullable Duration findDuration(Fields fields, String name) {
        String text = fields.text(name);
        return text == null ? null : duration(name, text);
    }

    private static Instant moment(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new BadAnswer(name + " is no moment: " + text);
        }
    }

    private static Duration duration(String name, String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new BadAnswer(name + " is no duration: " + text);
        }
    }
}
