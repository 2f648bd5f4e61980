package dev.leat.http.access;

/** Foreign text, fit for a line of a log: on one line, without anything a terminal would obey, and not too long. */
final class Printable {

    private Printable() {}

    /** Escapes what does not print, and cuts at a length. */
    static String text(String foreign, int length) {
        StringBuilder safe = new StringBuilder(Math.min(foreign.length(), length) + 8);
        int end = Math.min(foreign.length(), length);
        int i = 0;
        while (i < end) {
            int point = foreign.codePointAt(i);
            append(safe, point);
            i += Character.charCount(point);
        }
        return (i < foreign.length() ? safe.append('…') : safe).toString();
    }

    private static void append(StringBuilder safe, int point) {
        if (point == '"' || point == '\\') {
            safe.append('\\').append((char) point);
        } else if (prints(point)) {
            safe.appendCodePoint(point);
        } else {
            safe.append(String.format("\\u%04x", point));
        }
    }

    private static boolean prints(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT, // also what turns the direction of text
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
