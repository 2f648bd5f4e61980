package dev.leat.bench.queue;

import dev.leat.bench.run.BenchException;
import java.util.Random;

/** The payload of every message: 256 random letters, the same every time and for every server. */
final class Payload {
    static final int BYTES = 256;
    static final String TEXT = letters();

    private Payload() {}

    private static String letters() {
        StringBuilder text = new StringBuilder();
        new Random(BYTES).ints(BYTES, 0, 26).forEach(letter -> text.append((char) ('a' + letter)));
        return text.toString();
    }

    static void check(String received) {
        if (!received.equals(TEXT)) {
            throw new BenchException("a message came back as something else: " + received);
        }
    }
}
