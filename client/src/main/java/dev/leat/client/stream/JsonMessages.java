package dev.leat.client.stream;

import com.fasterxml.jackson.core.JsonParser;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.client.transport.Json;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.wire.JsonErrorText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Messages of a JSON stream in a body: JSON texts with a comma after each or between them. */
final class JsonMessages {

    private JsonMessages() {}

    /** Returns the end of each message, with the comma after it. */
    static int[] ends(byte[] stored) {
        IntStream.Builder ends = IntStream.builder();
        int start = 0;
        while (start < stored.length) {
            start = end(stored, start);
            ends.add(start);
        }
        return ends.build().toArray();
    }

    /**
     * Returns the end of the value at a position, with the comma after it. The text is known to be JSON, so only strings and brackets
     * are examined.
     */
    private static int end(byte[] stored, int start) {
        int depth = 0;
        boolean inString = false;
        for (int i = start; i < stored.length; i++) {
            byte c = stored[i];
            if (inString) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    inString = false;
                }
            } else if (c == '"') {
                inString = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == ',' && depth == 0) {
                return i + 1;
            }
        }
        throw new MalformedResponse("a JSON stream was read, and the answer ends in the middle of a message");
    }

    /**
     * Returns several texts as one array, with the elements of those that are arrays: the same as one append for each. Each must be
     * JSON by itself, because parts of values could join to another value.
     */
    static byte[] joined(List<byte[]> texts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write('[');
        for (byte[] text : texts) {
            requireJson(text);
            byte[] elements = elements(text);
            if (elements.length > 0) {
                if (all.size() > 1) {
                    all.write(',');
                }
                all.writeBytes(elements);
            }
        }
        all.write(']');
        return all.toByteArray();
    }

    private static void requireJson(byte[] text) {
        try (JsonParser json = Json.FACTORY.createParser(text)) {
            if (json.nextToken() == null) {
                throw refused("a payload is empty");
            }
            json.skipChildren();
            if (json.nextToken() != null) {
                throw refused("a payload is one JSON text");
            }
        } catch (IOException e) {
            throw refused(JsonErrorText.of(e));
        }
    }

    /** Returns the part of a text that goes into the array: all of it, or the elements of an array. */
    private static byte[] elements(byte[] text) {
        int start = skipped(text, 0, 1);
        int end = skipped(text, text.length - 1, -1);
        if (text[start] != '[') {
            return text;
        }
        byte[] inner = Arrays.copyOfRange(text, start + 1, end);
        return skipped(inner, 0, 1) == inner.length ? new byte[0] : inner;
    }

    /** Returns the first position in one direction that is no white space. */
    static int skipped(byte[] text, int from, int step) {
        int at = from;
        while (at >= 0 && at < text.length && isSpace(text[at])) {
            at += step;
        }
        return at;
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private static RejectedException refused(String what) {
        return RejectedException.withoutTrace(new Rejection.MalformedJson(what));
    }
}
