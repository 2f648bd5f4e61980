package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * The content of one append. The same every time, but of random letters, so that nothing below can make it small.
 *
 * @param messages how many messages that is
 */
record Content(String type, byte[] body, int messages) {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

    static Content octets(int bytes) {
        return new Content(HttpRequest.OCTETS, ascii(letters(new Random(bytes), bytes)), 1);
    }

    /** A JSON array of objects, each of so many bytes. */
    static Content json(int messages, int bytes) {
        Random random = new Random(bytes);
        StringBuilder array = new StringBuilder("[");
        for (int i = 0; i < messages; i++) {
            String start = "{\"id\":" + (100_000 + i) + ",\"ok\":true,\"text\":\"";
            array.append(i == 0 ? "" : ",").append(start);
            array.append(letters(random, bytes - start.length() - 2)).append("\"}");
        }
        return new Content(HttpRequest.JSON, ascii(array.append(']').toString()), messages);
    }

    private static String letters(Random random, int count) {
        StringBuilder text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
