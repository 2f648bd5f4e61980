package dev.leat.api.internal;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the names of queues, groups and consumers. A name must fit into one segment of a URL; a name that is given to something
 * new has letters and digits of ASCII and a few signs only. The first rule is for all names, so that whatever is on disk can be named.
 */
public final class Names {

    /** The signs that a new name can have beside letters and digits. */
    private static final String SIGNS = "-_.:@{}";

    /** The longest name, in bytes of UTF-8. */
    static final int MAX_BYTES = 256;

    private Names() {}

    /** Returns the name, or says what is wrong with it. */
    public static String checked(String kind, String name) {
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
        if (isTooLong(name)) {
            return "it is longer than " + MAX_BYTES + " bytes";
        }
        if (name.indexOf('/') >= 0) {
            return "it has a slash";
        }
        return isUnfit(name) ? "it has a control character or half of a surrogate pair" : null;
    }

    /** Returns whether something new may have this name. */
    public static boolean isFitForNew(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isPlain(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the name with a dash in place of each character that no new name has. */
    public static String plain(String name) {
        StringBuilder plain = new StringBuilder(name);
        for (int i = 0; i < plain.length(); i++) {
            if (!isPlain(plain.charAt(i))) {
                plain.setCharAt(i, '-');
            }
        }
        return plain.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || SIGNS.indexOf(c) >= 0;
    }

    /** No character takes more than three bytes for each of its {@code char}s. */
    private static boolean isTooLong(String name) {
        return name.length() > MAX_BYTES / 3 && name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    }

    private static boolean isUnfit(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < name.length() && Character.isLowSurrogate(name.charAt(i + 1))) {
                i++;
            } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                return true;
            }
        }
        return false;
    }
}
