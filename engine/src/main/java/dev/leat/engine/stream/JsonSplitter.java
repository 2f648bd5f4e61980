package dev.leat.engine.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Checks JSON and splits a top-level array into its elements without changing a byte of them. Each message is followed by a
 * comma, so that any run of messages becomes an array by putting brackets around it.
 */
final class JsonSplitter {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1000)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** Returns the parser's message without its hints about parser options, which mean nothing to a client. */
    private static final Pattern SWITCHES =
            Pattern.compile(" \\(start marker at \\[.*?]\\)|(: enable|, from)? `[^`]*`( to allow)?");

    private byte[] wire;
    private int length;
    private int[] ends = new int[16];
    private int count;

    private JsonSplitter(int expected) {
        wire = new byte[expected];
    }

    static WireMessages split(Body body) {
        JsonSplitter messages =
                new JsonSplitter(Math.toIntExact(body.bytes() + body.payloads().size()));
        try {
            for (byte[] text : body.payloads()) {
                messages.add(text);
            }
        } catch (JsonProcessingException e) {
            return WireMessages.flawed(new Rejection.MalformedJson(where(e)), true);
        } catch (CharacterCodingException e) {
            return WireMessages.flawed(new Rejection.MalformedJson("it is not UTF-8"), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no file to fail here
        }
        return messages.prepared();
    }

    private static String where(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        String flaw = SWITCHES.matcher(e.getOriginalMessage()).replaceAll("");
        return flaw + (at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")");
    }

    private WireMessages prepared() {
        return WireMessages.json(wire, length, Arrays.copyOf(ends, count));
    }

    private void add(byte[] text) throws IOException {
        requireUtf8(text);
        try (JsonParser parser = JSON.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new JsonParseException(parser, "there is nothing");
            }
            if (first == JsonToken.START_ARRAY) {
                elements(parser, text);
            } else {
                single(parser, text);
            }
        }
    }

    /** An element ends where the white space before the comma or bracket that follows it begins. */
    private void elements(JsonParser parser, byte[] text) throws IOException {
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            int start = place(parser);
            parser.skipChildren();
            token = parser.nextToken();
            int follows = place(parser);
            if (token != JsonToken.END_ARRAY) {
                follows = beforeSpace(text, follows) - 1;
            }
            message(text, start, beforeSpace(text, follows));
        }
        requireEnd(parser);
    }

    private void single(JsonParser parser, byte[] text) throws IOException {
        int start = place(parser);
        parser.skipChildren();
        requireEnd(parser);
        message(text, start, beforeSpace(text, text.length));
    }

    private static void requireEnd(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "more follows after the value");
        }
    }

    private static int place(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    private static int beforeSpace(byte[] text, int end) {
        int at = end;
        while (text[at - 1] == ' ' || text[at - 1] == '\n' || text[at - 1] == '\r' || text[at - 1] == '\t') {
            at--;
        }
        return at;
    }

    private void message(byte[] text, int from, int to) {
        int size = to - from;
        if (length + size + 1 > wire.length) {
            wire = Arrays.copyOf(wire, Math.max(length + size + 1, wire.length + wire.length / 8));
        }
        System.arraycopy(text, from, wire, length, size);
        length += size;
        wire[length++] = ',';
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, count * 2);
        }
        ends[count++] = length;
    }

    /** The parser looks only at what it needs; half of a character inside a string would slip through. */
    private static void requireUtf8(byte[] text) throws CharacterCodingException {
        for (byte b : text) {
            if (b < 0) {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
                return;
            }
        }
    }
}
