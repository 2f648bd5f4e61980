package dev.leat.http.exchange;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a URL. Unknown ones are ignored: caches and proxies add their own. */
public final class Parameters {
    private final Map<String, String> values = new HashMap<>();

    public Parameters(Exchange exchange) {
        String query = exchange.request().query();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (values.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
                throw ProblemException.badArgument(
                        "the parameter " + ProblemException.quoted(name) + " is there twice");
            }
        }
    }

    private static String decoded(String encoded) {
        return PathDecoder.decode(encoded)
                .orElseThrow(() -> ProblemException.badArgument("the escapes of the query are broken"));
    }

    /** Returns the value; null if it is missing or empty. */
    public @Nullable String text(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    public boolean flag(String name) {
        String value = values.get(name);
        if (value == null || value.equals("false")) {
            return false;
        }
        if (!value.equals("true")) {
            throw ProblemException.badArgument(name + " is true or false, not " + ProblemException.quoted(value));
        }
        return true;
    }

    /** Returns the value of a required whole number. */
    public long whole(String name) {
        String value = values.getOrDefault(name, "");
        if (!value.matches("-?[0-9]{1,18}")) {
            throw ProblemException.badArgument(name + " is a whole number, not " + ProblemException.quoted(value));
        }
        return Long.parseLong(value);
    }

    public int limit(int otherwise, int most) {
        String value = text("limit");
        if (value == null) {
            return otherwise;
        }
        int limit = value.matches("[0-9]{1,6}") ? Integer.parseInt(value) : 0;
        if (limit < 1 || limit > most) {
            throw ProblemException.badArgument(
                    "limit is from 1 to " + most + ", not " + ProblemException.quoted(value));
        }
        return limit;
    }
}
