package dev.leat.engine.queue;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes as text of digits and lower-case letters, without those that look like others; it sorts as the bytes do. */
final class Base32 {
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < ALPHABET.length(); i++) {
            VALUES[ALPHABET.charAt(i)] = (byte) i;
        }
    }

    private Base32() {}

    static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder((bytes.length * 8 + 4) / 5);
        int bits = 0;
        int held = 0;
        for (byte b : bytes) {
            held = (held << 8) | (b & 0xff);
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                text.append(ALPHABET.charAt((held >> bits) & 31));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((held << (5 - bits)) & 31));
        }
        return text.toString();
    }

    /** The bytes of a text, or null if no bytes have that text: each has exactly one. */
    static byte @Nullable [] decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() * 5 / 8);
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
                bytes.write(held >> bits);
            }
        }
        boolean spare = bits >= 5 || (held & ((1 << bits) - 1)) != 0;
        return spare ? null : bytes.toByteArray();
    }
}
