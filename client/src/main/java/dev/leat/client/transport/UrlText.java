package dev.leat.client.transport;

import java.nio.charset.StandardCharsets;

/** Percent-encoding of names in URLs. */
public final class UrlText {
    private static final String HEX = "0123456789ABCDEF";

    private UrlText() {}

    /** Encodes one segment of a path, or the value of a query parameter. */
    public static String segment(String name) {
        return encoded(name, "");
    }

    /** Encodes several segments; the slashes between them stay. */
    public static String path(String path) {
        return encoded(path, "/");
    }

    private static String encoded(String text, String kept) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isPlain(c) || kept.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_'
                || c == '~';
    }
}
