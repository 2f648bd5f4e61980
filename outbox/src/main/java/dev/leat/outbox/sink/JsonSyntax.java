package dev.leat.outbox.sink;

/**
 * Check whether bytes are one JSON value, as far as that matters to their neighbours: what is not could end the array they are sent in, or
 * be taken for two. Whether the value is right in itself is for the server to say.
 */
final class JsonSyntax {

    private final byte[] bytes;
    private int at;

    private JsonSyntax(byte[] bytes) {
        this.bytes = bytes;
    }

    static boolean isOneValue(byte[] bytes) {
        return new JsonSyntax(bytes).isOneValue();
    }

    private boolean isOneValue() {
        int depth = 0;
        boolean something = false;
        while (at < bytes.length) {
            byte c = bytes[at++];
            switch (c) {
                case '"' -> {
                    if (!skipString()) {
                        return false;
                    }
                }
                case '[', '{' -> depth++;
                case ']', '}' -> depth--;
                default -> {
                    if (c == ',' && depth == 0) {
                        return false;
                    }
                }
            }
            if (depth < 0) {
                return false;
            }
            something |= c != ' ' && c != '\n' && c != '\r' && c != '\t';
        }
        return something && depth == 0;
    }

    private boolean skipString() {
        while (at < bytes.length) {
            byte c = bytes[at++];
            if (c == '"') {
                return true;
            }
            if (c == '\\') {
                at++;
            }
        }
        return false;
    }
}
