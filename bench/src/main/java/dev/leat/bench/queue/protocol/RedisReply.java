package dev.leat.bench.queue.protocol;

import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer of Redis, in the second version of its protocol. */
public sealed interface RedisReply {

    record Text(String value) implements RedisReply {}

    record Whole(long value) implements RedisReply {}

    record Items(List<RedisReply> values) implements RedisReply {}

    /** Nothing there. */
    record Nil() implements RedisReply {}

    /** Refused. */
    record Failure(String message) implements RedisReply {}

    /** Takes one answer; null, and nothing taken, if it has not come as a whole. */
    static @Nullable RedisReply read(ByteBuffer bytes) {
        int start = bytes.position();
        RedisReply reply = next(bytes);
        if (reply == null) {
            bytes.position(start);
        }
        return reply;
    }

    private static @Nullable RedisReply next(ByteBuffer bytes) {
        String line = line(bytes);
        if (line == null) {
            return null;
        }
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> new Text(rest);
            case '-' -> new Failure(rest);
            case ':' -> new Whole(Long.parseLong(rest));
            case '$' -> text(bytes, Integer.parseInt(rest));
            case '*' -> items(bytes, Integer.parseInt(rest));
            default -> throw new BenchException("not an answer of Redis: " + line);
        };
    }

    /** A line without its end; null if the end is not there. */
    private static @Nullable String line(ByteBuffer bytes) {
        for (int i = bytes.position(); i + 1 < bytes.limit(); i++) {
            if (bytes.get(i) == '\r' && bytes.get(i + 1) == '\n') {
                String line = string(bytes, i - bytes.position());
                if (line.isEmpty()) {
                    throw new BenchException("not an answer of Redis: an empty line");
                }
                return line;
            }
        }
        return null;
    }

    /** Takes so many bytes and the end of the line after them. */
    private static String string(ByteBuffer bytes, int length) {
        byte[] text = new byte[length];
        bytes.get(text).position(bytes.position() + 2);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static @Nullable RedisReply text(ByteBuffer bytes, int length) {
        if (length < 0) {
            return new Nil();
        }
        return bytes.remaining() < length + 2 ? null : new Text(string(bytes, length));
    }

    private static @Nullable RedisReply items(ByteBuffer bytes, int count) {
        if (count < 0) {
            return new Nil();
        }
        List<RedisReply> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            RedisReply value = next(bytes);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return new Items(values);
    }
}
