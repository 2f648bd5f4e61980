package dev.leat.http.exchange;

import java.nio.charset.StandardCharsets;

/** ASCII text that is known to be fit for a header, with its bytes ready to be sent. Equal to nothing but itself. */
public final class AsciiText implements CharSequence {
    private final String text;
    private final byte[] bytes;

    private AsciiText(String text) {
        this.text = text;
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
    }

    /** @throws IllegalArgumentException if a character is no ASCII, or controls something */
    public static AsciiText of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                throw new IllegalArgumentException("not fit for a header: " + text);
            }
        }
        return new AsciiText(text);
    }

    /** Copies the bytes to a place of another array. */
    public void copyTo(byte[] to, int place) {
        System.arraycopy(bytes, 0, to, place, bytes.length);
    }

    @Override
    public int length() {
        return bytes.length;
    }

    @Override
    public char charAt(int index) {
        return (char) bytes[index];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
