package dev.leat.http.http1;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Writes requests in any of the ways that HTTP allows, and cuts them into any packets. */
final class Handwriting {
    private static final List<String> BLANKS = List.of("", " ", " ", " ", "\t", "   ", " \t ");
    private static final List<String> EXTENSIONS =
            List.of("", "", "", ";name", ";name=value", ";a=b;c=\"d;e\"", " ; x", "\t", ";\u00e9=\"\\\"\"");
    private static final List<String> TRAILERS =
            List.of("X-Trailer: x\r\n", "Content-Type: x\r\n", "Connection: close\r\n", "T:\r\n", "U: 0\r\n");
    private static final int MOST_PACKETS = 400;

    private final SplittableRandom random;

    Handwriting(SplittableRandom random) {
        this.random = random;
    }

    /** @param body null if there is not even a length */
    byte[] request(String method, String target, Map<String, String> fields, byte @Nullable [] body) {
        List<String> headers = new ArrayList<>();
        fields.forEach((name, value) -> headers.add(header(name, value)));
        boolean chunked = random.nextBoolean();
        if (body != null) {
            String length = "0".repeat(random.nextInt(4)) + body.length;
            headers.add(chunked ? header("Transfer-Encoding", cased("chunked")) : header("Content-Length", length));
        }
        for (int i = oneIn(12) ? random.nextInt(150) : random.nextInt(3); i > 0; i--) {
            headers.add(header("X-Filling-" + i, "v".repeat(random.nextInt(60))));
        }
        Collections.shuffle(headers, random);

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text(out, oneIn(4) ? "\r\n".repeat(random.nextInt(4)) : ""); // between requests it means nothing
        String origin = oneIn(10) ? "http://leat.localhost" : "";
        text(out, method + " " + origin + target + " HTTP/1.1\r\n" + String.join("", headers) + "\r\n");
        if (body != null && chunked) {
            chunks(out, body);
        } else if (body != null) {
            out.writeBytes(body);
        }
        return out.toByteArray();
    }

    private String header(String name, String value) {
        return cased(name) + ":" + pick(BLANKS) + value + (oneIn(3) ? pick(BLANKS) : "") + "\r\n";
    }

    private void chunks(ByteArrayOutputStream out, byte[] body) {
        int most = oneIn(3) ? body.length : Math.max(1 + body.length / 100, random.nextInt(body.length + 1));
        int size;
        for (int at = 0; at < body.length; at += size) {
            size = Math.min(body.length - at, 1 + random.nextInt(most));
            text(out, size(size));
            out.write(body, at, size);
            text(out, "\r\n");
        }
        text(out, size(0));
        for (int i = oneIn(3) ? random.nextInt(4) : 0; i > 0; i--) {
            text(out, pick(TRAILERS));
        }
        text(out, "\r\n");
    }

    private String size(int size) {
        String zeros = oneIn(3) ? "0".repeat(random.nextInt(8)) : "";
        return zeros + cased(Integer.toHexString(size)) + pick(EXTENSIONS) + "\r\n";
    }

    /** Letters of either case, which is all the same. */
    String cased(String word) {
        if (random.nextBoolean()) {
            return word;
        }
        StringBuilder text = new StringBuilder();
        for (String letter : word.split("")) {
            text.append(random.nextBoolean() ? letter.toUpperCase(Locale.ROOT) : letter.toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    /** Where packets end: many are short, some long, and the last one is at the end. */
    List<Integer> cuts(int length) {
        int magnitudes = 1 + random.nextInt(17);
        int least = length / MOST_PACKETS;
        List<Integer> cuts = new ArrayList<>();
        int at = 0;
        while (at < length) {
            at = Math.min(length, at + 1 + random.nextInt(1 << random.nextInt(magnitudes)) + random.nextInt(least + 1));
            cuts.add(at);
        }
        return cuts;
    }

    /** Bytes of every value: mostly few, sometimes none or many, and sometimes such as are no body elsewhere. */
    byte[] body() {
        int size = switch (random.nextInt(24)) {
            case 0, 1 -> 0;
            case 2 -> random.nextInt(10_000, 70_000);
            default -> 1 + random.nextInt(1 << random.nextInt(13));
        };
        byte[] body = new byte[size];
        random.nextBytes(body);
        if (oneIn(4)) {
            byte[] looks = "\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
            System.arraycopy(looks, 0, body, 0, Math.min(size, looks.length));
        }
        return body;
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A beginning of it that is not all of it. */
    byte[] part(byte[] request) {
        return Arrays.copyOf(request, random.nextInt(1, request.length));
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
