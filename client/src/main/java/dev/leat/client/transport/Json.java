package dev.leat.client.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.leat.wire.JsonErrorText;
import dev.leat.wire.JsonObject;
import dev.leat.wire.JsonReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON of requests and answers. */
public interface Json {
    /** The content type of requests with JSON. */
    String CONTENT_TYPE = "application/json";

    /** Has no limits of its own: the server limits the size and depth of messages. */
    JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // they would be cached for ever
            .build();

    /** Writes the value. */
    void write(JsonGenerator json) throws IOException;

    /** Returns the value as bytes. */
    static byte[] bytes(Json content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads an object; anything else is a {@link MalformedResponse}. */
    static JsonObject object(byte[] bytes) {
        return JsonReader.answer(bytes, null, MalformedResponse.FAULTS);
    }

    /** Reads an object whose members of one name are kept as they were written. */
    static JsonObject object(byte[] bytes, String raw) {
        return JsonReader.answer(bytes, raw, MalformedResponse.FAULTS);
    }

    /** Reads a string; anything else is a {@link MalformedResponse}. */
    static String string(byte[] bytes) {
        try (JsonParser json = FACTORY.createParser(bytes)) {
            if (json.nextToken() != JsonToken.VALUE_STRING) {
                throw new MalformedResponse("a member of the answer is no string");
            }
            return json.getText();
        } catch (IOException e) {
            throw new MalformedResponse("the answer is no JSON: " + JsonErrorText.of(e));
        }
    }
}
