package dev.leat.http.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Undoes percent-encoding, strictly: what cannot be undone exactly is no path. */
public final class PathDecoder {

    private PathDecoder() {}

    /** The text that was encoded; empty if an escape is cut short or the bytes are not UTF-8. A plus stays a plus. */
    public static Optional<String> decode(String encoded) {
        if (encoded.indexOf('%') < 0 && isAscii(encoded)) {
            return Optional.of(encoded);
        }
        ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c > 0x7f) {
                return Optional.empty();
            }
            if (c != '%') {
                bytes.put((byte) c);
                continue;
            }
            int high = i + 2 < encoded.length() ? Character.digit(encoded.charAt(i + 1), 16) : -1;
            int low = i + 2 < encoded.length() ? Character.digit(encoded.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7f) {
                return false;
            }
        }
        return true;
    }
}
