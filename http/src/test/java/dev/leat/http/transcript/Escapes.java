package dev.leat.http.transcript;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Bytes as text that a person can read in a file, and back. Every char is one byte. */
final class Escapes {
    private static final int LONG_RUN = 64;
    private static final Pattern REPEAT = Pattern.compile("\\{(\\d+) x (.)}");
    private static final Pattern RUN = Pattern.compile("([^\\\\])\\1{" + (LONG_RUN - 1) + ",}");

    private Escapes() {}

    /** What a line of a transcript stands for. */
    static String undo(String line) {
        String text = REPEAT.matcher(line).replaceAll(run -> run.group(2).repeat(Integer.parseInt(run.group(1))));
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char kind = text.charAt(++i);
            switch (kind) {
                case 'r' -> out.append('\r');
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case 'x' -> {
                    out.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> out.append(kind);
            }
        }
        return out.toString();
    }

    static String apply(byte[] line) {
        StringBuilder out = new StringBuilder();
        for (char c : new String(line, StandardCharsets.ISO_8859_1).toCharArray()) {
            switch (c) {
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c < 0x20 || c > 0x7e) {
                        out.append("\\x%02x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return RUN.matcher(out).replaceAll(run -> "{" + run.group().length() + " x " + run.group(1) + "}");
    }
}
