package dev.leat.http.openapi;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a server said to a request. */
record Answer(String method, String path, int status, Map<String, List<String>> headers, String body) {

    String header(String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(header -> String.join(", ", header.getValue()))
                .findFirst()
                .orElse("");
    }

    /** Without parameters; empty if there is none. */
    String mediaType() {
        return header("Content-Type").split(";")[0].trim().toLowerCase(Locale.ROOT);
    }

    boolean isJson() {
        return mediaType().endsWith("json") && !body.isEmpty();
    }

    @Override
    public String toString() {
        return method + " " + path + " " + status + " " + headers + " " + body;
    }
}
