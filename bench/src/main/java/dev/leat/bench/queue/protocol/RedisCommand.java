package dev.leat.bench.queue.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Encoder of commands of Redis. */
public final class RedisCommand {

    private RedisCommand() {}

    public static ByteBuffer of(String... words) {
        return of(List.of(words));
    }

    static ByteBuffer of(List<String> words) {
        return bytes(text(words));
    }

    /** The same several times in one go. */
    public static ByteBuffer repeat(int times, String... words) {
        return bytes(text(List.of(words)).repeat(times));
    }

    /** Settles messages of a stream and removes them from it. */
    public static ByteBuffer ackAndDelete(String stream, String group, List<String> ids) {
        List<String> ack = new ArrayList<>(List.of("XACK", stream, group));
        List<String> delete = new ArrayList<>(List.of("XDEL", stream));
        ack.addAll(ids);
        delete.addAll(ids);
        return bytes(text(ack) + text(delete));
    }

    /** One after the other in one go. */
    public static ByteBuffer joined(ByteBuffer first, ByteBuffer second) {
        return ByteBuffer.allocate(first.remaining() + second.remaining())
                .put(first.duplicate())
                .put(second.duplicate())
                .flip();
    }

    private static String text(List<String> words) {
        StringBuilder text = new StringBuilder("*").append(words.size()).append("\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
