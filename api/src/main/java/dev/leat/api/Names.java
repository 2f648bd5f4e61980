package dev.leat.api;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a name that goes into one segment of a URL may look like. */
final class Names {

    /** The longest name, in bytes of UTF-8. */
    static final int MAX_BYTES = 256;

    private Names() {}

    /** Returns the name, or says what is wrong with it. */
    static String checked(String kind, String name) {
        String flaw = flaw(name);
        if (flaw != null) {
            throw new IllegalArgumentException("not a " + kind + ": " + flaw);
        }
        return name;
    }

    private static @Nullable String flaw(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            return "it is '" + name + "'";
        }
        if (name.length() > MAX_BYTES || name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return "it is longer than " + MAX_BYTES + " bytes";
        }
        if (name.indexOf('/') >= 0) {
            return "it has a slash";
        }
        boolean unfit = name.codePoints()
                .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        return unfit ? "it has a control character or half of a surrogate pair" : null;
    }
}
