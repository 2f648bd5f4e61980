package dev.leat.client.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to the server.
 *
 * @param target path and query, encoded, from the server's root
 * @param body null for none
 * @param repeatable whether the request is idempotent
 * @param timeout how long the answer may take; null for the default
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClientRequest(
        String method,
        String target,
        Map<String, String> headers,
        byte @Nullable [] body,
        boolean repeatable,
        @Nullable Duration timeout) {

    /** Returns a GET. */
    public static ClientRequest get(String target) {
        return new ClientRequest("GET", target, Map.of(), null, true, null);
    }

    /** Returns a HEAD. */
    public static ClientRequest head(String target) {
        return new ClientRequest("HEAD", target, Map.of(), null, true, null);
    }

    /** Returns a DELETE. */
    public static ClientRequest delete(String target) {
        return new ClientRequest("DELETE", target, Map.of(), null, true, null);
    }

    /** Returns a PUT. */
    public static ClientRequest put(String target) {
        return new ClientRequest("PUT", target, Map.of(), null, true, null);
    }

    /** Returns a POST, which is not idempotent unless {@link #repeatable(boolean)} says so. */
    public static ClientRequest post(String target) {
        return new ClientRequest("POST", target, Map.of(), null, false, null);
    }

    /** Returns the request with a further header. */
    public ClientRequest with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new ClientRequest(method, target, more, body, repeatable, timeout);
    }

    /** Returns the request with a body. */
    public ClientRequest with(String contentType, byte[] content) {
        return new ClientRequest(method, target, headers, content, repeatable, timeout)
                .with("Content-Type", contentType);
    }

    /** Returns the request, marked as idempotent or not. */
    public ClientRequest repeatable(boolean value) {
        return new ClientRequest(method, target, headers, body, value, timeout);
    }

    /** Returns the request with a timeout of its own. */
    public ClientRequest within(Duration value) {
        return new ClientRequest(method, target, headers, body, repeatable, value);
    }

    /** Returns whether the request changes something. */
    boolean isChange() {
        return !method.equals("GET") && !method.equals("HEAD");
    }
}
