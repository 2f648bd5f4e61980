package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.leat.http.exchange.JsonFlaw;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the JSON object that a client sent. A member called {@code payload} is kept as the bytes that it was written with. */
final class JsonBody {
    static final String PAYLOAD = "payload";

    private static final int DEEPEST = 500;
    private static final int LONGEST_PATH = 200;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // their names are not ours to remember
            .build();

    private final String text;
    private final JsonParser json;

    /** Null, which is not the same as nothing. */
    enum Null {
        NULL
    }

    /** A JSON text as it was written. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Raw(byte[] bytes, @Nullable String text) {}

    private JsonBody(String text, JsonParser json) {
        this.text = text;
        this.json = json;
    }

    /** No body at all is an object without members. */
    static Fields parse(byte[] bytes) {
        if (bytes.length == 0) {
            return new Fields("", Map.of());
        }
        String text = Payloads.text(bytes);
        if (text == null) {
            throw Bad.json("it is not UTF-8");
        }
        try (JsonParser json = FACTORY.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw Bad.argument("the body is a JSON object");
            }
            Fields fields = new JsonBody(text, json).object("");
            if (json.nextToken() != null) {
                throw Bad.json("there is something after the object");
            }
            return fields;
        } catch (JsonProcessingException e) {
            throw Bad.json(JsonFlaw.of(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Fields object(String at) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            if (values.put(name, name.equals(PAYLOAD) ? raw() : value(at, name)) != null) {
                throw Bad.json("the member " + Bad.quoted(below(at, name)) + " is there twice");
            }
        }
        return new Fields(at.isEmpty() ? "" : at + ".", values);
    }

    /** Names are for messages only, so they need not grow with what a hostile client nests. */
    private static String below(String at, String name) {
        String whole = at.isEmpty() ? name : at + "." + name;
        return whole.length() > LONGEST_PATH ? whole.substring(0, LONGEST_PATH) + "…" : whole;
    }

    private Object raw() throws IOException {
        int start = Math.toIntExact(json.currentTokenLocation().getCharOffset());
        String string = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : null;
        json.skipChildren();
        json.finishToken();
        int end = Math.toIntExact(json.currentLocation().getCharOffset());
        return new Raw(text.substring(start, end).getBytes(StandardCharsets.UTF_8), string);
    }

    private Object value(String at, String name) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> object(below(at, name));
            case START_ARRAY -> list(below(at, name));
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT ->
                json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? json.getDoubleValue()
                        : (Object) json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            default -> Null.NULL;
        };
    }

    private List<Object> list(String at) throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            list.add(value("", at + "[" + list.size() + "]"));
        }
        return list;
    }
}
