package dev.leat.client.stream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Messages of a JSON stream on their way: texts one after another, with a comma behind each or between them. */
final class JsonMessages {

    private JsonMessages() {}

    /** Where each message ends, with the comma behind it. */
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
     * Where the value ends that begins somewhere, with the comma behind it. It is known to be JSON, so only strings and brackets
     * have to be looked at.
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
        throw new BadAnswer("a JSON stream was read, and the answer ends in the middle of a message");
    }

    /**
     * Several texts as one array, with the elements of those that are arrays themselves: as if each had been appended alone. Each
     * has to be JSON, because pieces of something could make up something else.
     */
    static byte[] joined(List<byte[]> texts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] text : texts) {
            ByteArrayInputStream elements = elements(text);
            if (elements.available() > 0) {
                all.write(all.size() == 0 ? '[' : ',');
                all.writeBytes(elements.readAllBytes());
            }
        }
        if (all.size() == 0) {
            all.write('[');
        }
        all.write(']');
        return all.toByteArray();
    }

    /** What of a text goes into the array: all of it, or what is between the brackets. */
    private static ByteArrayInputStream elements(byte[] text) {
        try (JsonParser json = Json.FACTORY.createParser(text)) {
            boolean isArray = json.nextToken() == JsonToken.START_ARRAY;
            int start = isArray ? place(json) : 0;
            boolean isEmpty = isArray && json.nextToken() == JsonToken.END_ARRAY;
            while (isArray && json.currentToken() != JsonToken.END_ARRAY) {
                json.skipChildren();
                json.nextToken();
            }
            json.skipChildren();
            int end = isArray ? place(json) - 1 : text.length;
            if (json.currentToken() == null || json.nextToken() != null) {
                throw refused("each payload is one JSON text");
            }
            return new ByteArrayInputStream(text, start, isEmpty ? 0 : end - start);
        } catch (IOException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private static int place(JsonParser json) {
        return Math.toIntExact(json.currentLocation().getByteOffset());
    }

    private static RejectedException refused(String what) {
        return new RejectedException(new Rejection.MalformedJson(what));
    }
}
