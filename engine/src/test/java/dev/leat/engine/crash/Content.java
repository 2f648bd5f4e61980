package dev.leat.engine.crash;

import dev.leat.api.stream.Body;
import dev.leat.api.stream.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Payloads that follow from their id alone, so that a reader can tell a right one from a damaged one. */
final class Content {
    private static final int FEW = 200;
    private static final int MANY = 6000;

    private Content() {}

    static Body body(List<Long> ids, boolean json) {
        if (!json) {
            return Body.of(ids.stream().map(id -> payload(id, false)).toList());
        }
        List<String> texts = ids.stream()
                .map(id -> new String(payload(id, true), StandardCharsets.US_ASCII))
                .toList();
        return Body.of("[" + String.join(",", texts) + "]");
    }

    /** How many bytes of the stream a message takes. */
    static int wireLength(long id, boolean json) {
        return payload(id, json).length + (json ? 1 : 0);
    }

    static byte[] payload(long id, boolean json) {
        SplittableRandom random = new SplittableRandom(id);
        int size = random.nextInt(8) == 0 ? random.nextInt(MANY) : random.nextInt(FEW);
        if (json) {
            String pad = Character.toString('a' + random.nextInt(26)).repeat(size);
            return "{\"id\":\"%016x\",\"pad\":\"%s\"}".formatted(id, pad).getBytes(StandardCharsets.US_ASCII);
        }
        byte[] bytes = new byte[Long.BYTES + size];
        random.nextBytes(bytes);
        ByteBuffer.wrap(bytes).putLong(id);
        return bytes;
    }

    /** The id of a message; fails if its bytes are not those that the id stands for. */
    static long id(Message message, boolean json) {
        byte[] found = message.payload();
        long id = json
                ? Long.parseUnsignedLong(new String(found, 7, 16, StandardCharsets.US_ASCII), 16)
                : ByteBuffer.wrap(found).getLong();
        if (!Arrays.equals(found, payload(id, json))) {
            throw new IllegalStateException("the message at " + message.offset() + " is damaged: " + found.length
                    + " bytes that begin like message " + Long.toHexString(id));
        }
        return id;
    }

    static String text(List<Long> ids) {
        return ids.isEmpty()
                ? "-"
                : String.join(",", ids.stream().map(Long::toHexString).toList());
    }

    static List<Long> ids(String text) {
        List<Long> ids = new ArrayList<>();
        if (!text.equals("-")) {
            for (String id : text.split(",")) {
                ids.add(Long.parseUnsignedLong(id, 16));
            }
        }
        return ids;
    }
}
