package dev.leat.client.conformance;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Headers or parameters whose values are made anew for each request, and which values the last request had. */
final class DynamicValues {
    private final Map<String, Value> values = new TreeMap<>();
    private final Map<String, String> sent = new TreeMap<>();

    private static final class Value {
        private final String kind;
        private final String token;
        private int count;

        Value(String kind, String token) {
            this.kind = kind;
            this.token = token;
        }

        String next() {
            return switch (kind) {
                case "counter" -> Integer.toString(++count);
                case "timestamp" -> Long.toString(System.currentTimeMillis());
                default -> token;
            };
        }
    }

    /** @param token the value of the kind {@code token}; null for the others */
    synchronized void set(String name, String kind, String token) {
        values.put(name, new Value(kind, token == null ? "" : token));
    }

    synchronized List<String> names() {
        return List.copyOf(values.keySet());
    }

    /** Called by the client for each request. */
    synchronized String next(String name) {
        Value value = values.get(name);
        String next = value == null ? "" : value.next();
        sent.put(name, next);
        return next;
    }

    synchronized Map<String, String> sent() {
        return Map.copyOf(sent);
    }

    synchronized void clear() {
        values.clear();
        sent.clear();
    }
}
