package dev.leat.outbox;

import org.jspecify.annotations.Nullable;

/** Limits of the length of texts. A longer one is refused before it reaches a database that would cut it silently. */
final class TextLimits {

    static final int NAME = 64;
    static final int KEY = 255;
    static final int DEDUPE = 128;
    static final int TRACE = 128;
    static final int TARGET = 2000;
    static final int REASON = 255;
    static final int HEADERS = 65_535;

    private TextLimits() {}

    /** A text that has to be there. */
    static String text(String what, String text, int max) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        return length(what, text, max);
    }

    /** A text that may be left out. */
    static @Nullable String optional(String what, @Nullable String text, int max) {
        return text == null ? null : length(what, text, max);
    }

    private static String length(String what, String text, int max) {
        if (text.length() > max) {
            throw new IllegalArgumentException(what + " has " + text.length() + " characters, " + max + " are allowed: "
                    + text.substring(0, 40) + "…");
        }
        if (!isStorable(text)) {
            throw new IllegalArgumentException(
                    what + " contains a zero character or half a character, which databases do not store");
        }
        return text;
    }

    /** Databases refuse a zero; half of a surrogate pair would come back as a question mark. */
    private static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }
}
