package dev.leat.api;

import java.util.Locale;

/** What the messages of a stream are. The text is kept as it was given; two types are the same if their media types are. */
public record ContentType(String value) {

    /** JSON texts; the messages of a JSON stream have ends. */
    public static final ContentType JSON = new ContentType("application/json");

    /** Plain text. */
    public static final ContentType TEXT = new ContentType("text/plain");

    /** Bytes of no known format. */
    public static final ContentType BYTES = new ContentType("application/octet-stream");

    public ContentType {
        if (value.isBlank() || value.length() > 256 || !isPrintable(value)) {
            throw new IllegalArgumentException("not a content type: '" + value + "'");
        }
    }

    private static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7e) {
                return false;
            }
        }
        return true;
    }

    /** The type without parameters, in lower case. */
    public String mediaType() {
        int semicolon = value.indexOf(';');
        String type = semicolon < 0 ? value : value.substring(0, semicolon);
        return type.trim().toLowerCase(Locale.ROOT);
    }

    /** Whether messages are JSON values: checked, split out of arrays, and read back as one array. */
    public boolean isJson() {
        return value.equals("application/json") || mediaType().equals("application/json");
    }

    /** Returns whether two content types are equal apart from their parameters. */
    public boolean sameAs(ContentType other) {
        return value.equals(other.value) || mediaType().equals(other.mediaType());
    }

    @Override
    public String toString() {
        return value;
    }
}
