package dev.leat.outbox.sql;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Headers as a database holds them: {@code a=1&b=2}, percent-encoded, so that SQL can read and write them. */
public final class HeaderText {

    /** Says which codec wrote the payload. Sinks do not see it. */
    public static final String CODEC = "leat-codec";

    private HeaderText() {}

    public static @Nullable String encode(Map<String, String> headers) {
        return headers.isEmpty()
                ? null
                : headers.entrySet().stream()
                        .map(header -> encode(header.getKey()) + "=" + encode(header.getValue()))
                        .collect(Collectors.joining("&"));
    }

    /** @throws IllegalArgumentException if the text was not written as {@link #encode} does */
    public static Map<String, String> decode(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String pair : text.split("&")) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("headers are written a=1&b=2, not " + text);
            }
            headers.put(decodeOne(pair.substring(0, equals)), decodeOne(pair.substring(equals + 1)));
        }
        return Collections.unmodifiableMap(headers);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decodeOne(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
