package dev.leat.client.wire;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the server.
 *
 * @param target path and query, encoded, from the server's root
 * @param body null for none
 * @param repeatable whether asking twice does the same as asking once
 * @param timeout how long the answer may take; null for what is usual
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Request(
        String method,
        String target,
        Map<String, String> headers,
        byte @Nullable [] body,
        boolean repeatable,
        @Nullable Duration timeout) {

    public static Request get(String target) {
        return new Request("GET", target, Map.of(), null, true, null);
    }

    public static Request head(String target) {
        return new Request("HEAD", target, Map.of(), null, true, null);
    }

    public static Request delete(String target) {
        return new Request("DELETE", target, Map.of(), null, true, null);
    }

    public static Request put(String target) {
        return new Request("PUT", target, Map.of(), null, true, null);
    }

    /** Asking twice does it twice, unless the caller knows better: see {@link #repeatable()}. */
    public static Request post(String target) {
        return new Request("POST", target, Map.of(), null, false, null);
    }

    public Request with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Request(method, target, more, body, repeatable, timeout);
    }

    public Request with(String contentType, byte[] content) {
        return new Request(method, target, headers, content, repeatable, timeout).with("Content-Type", contentType);
    }

    /** Says whether asking twice does the same as asking once. */
    public Request repeatable(boolean value) {
        return new Request(method, target, headers, body, value, timeout);
    }

    public Request within(Duration value) {
        return new Request(method, target, headers, body, repeatable, value);
    }

    /** Whether it asks for a change. */
    boolean isChange() {
        return !method.equals("GET") && !method.equals("HEAD");
    }
}
