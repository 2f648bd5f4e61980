package dev.leat.engine.shard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Text encoding of bytes in digits and lower-case letters without ambiguous ones. Its order is that of the bytes. */
public final class Base32 {
    private static final byte[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < ALPHABET.length; i++) {
            VALUES[ALPHABET[i]] = (byte) i;
        }
    }

    private Base32() {}

    public static String encode(byte[] bytes) {
        byte[] text = new byte[(bytes.length * 8 + 4) / 5];
        int length = 0;
        int bits = 0;
        int held = 0;
        for (byte b : bytes) {
            held = (held << 8) | (b & 0xff);
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text[length++] = ALPHABET[(held >> bits) & 31];
            }
        }
        if (bits > 0) {
            text[length] = ALPHABET[(held << (5 - bits)) & 31];
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Returns the bytes of a text; null if it is not the encoding of any. */
    public static byte @Nullable [] decode(String text) {
        byte[] bytes = new byte[text.length() * 5 / 8];
        int length = 0;
        int bits = 0;
        int held = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= VALUES.length || VALUES[c] < 0) {
                return null;
            }
            held = ((held << 5) | VALUES[c]) & 0xfff;
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes[length++] = (byte) (held >> bits);
            }
        }
        boolean spare = bits >= 5 || (held & ((1 << bits) - 1)) != 0;
        return spare ? null : bytes;
    }
}
