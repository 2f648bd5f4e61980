package dev.leat.http.exchange;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which headers of a request an answer depends on, so that a cache gives it to no other request.
 *
 * @param always for every answer that may be kept; null if it depends on none
 * @param encoded for an answer that may come compressed, too
 */
public record Vary(@Nullable CharSequence always, CharSequence encoded) {

    /**
     * @param credentials whether the caller decides what is answered
     * @param origin whether the page's origin decides which headers it gets
     */
    public static Vary by(boolean credentials, boolean origin) {
        List<String> names = new ArrayList<>();
        if (credentials) {
            names.add("Authorization");
        }
        if (origin) {
            names.add("Origin");
        }
        CharSequence always = names.isEmpty() ? null : value(names);
        names.add("Accept-Encoding");
        return new Vary(always, value(names));
    }

    private static CharSequence value(List<String> names) {
        return AsciiText.of(String.join(", ", names));
    }
}
