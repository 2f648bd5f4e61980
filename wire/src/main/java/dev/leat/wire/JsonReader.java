package dev.leat.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses a JSON object. Requests are read strictly: in UTF-8, with one object and nothing after it, no member twice and no deep
 * nesting. Answers may have members that this version does not know, at any depth. Members of one name can be kept as they were written.
 */
public final class JsonReader {
    private static final int DEEPEST_REQUEST = 500;
    private static final int LONGEST_PATH = 200;
    private static final JsonFactory REQUESTS = factory(StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST_REQUEST)
            .maxStringLength(Integer.MAX_VALUE)
            .build());
    private static final JsonFactory ANSWERS = factory(StreamReadConstraints.builder()
            .maxNestingDepth(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .build());

    private final String text;
    private final JsonParser json;
    private final @Nullable String raw;
    private final boolean strict;
    private final JsonFaults faults;

    private JsonReader(String text, JsonParser json, @Nullable String raw, boolean strict, JsonFaults faults) {
        this.text = text;
        this.json = json;
        this.raw = raw;
        this.strict = strict;
        this.faults = faults;
    }

    private static JsonFactory factory(StreamReadConstraints constraints) {
        return JsonFactory.builder()
                .streamReadConstraints(constraints)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES) // they would be cached for ever
                .build();
    }

    /** Reads the body of a request. An empty body is an object without members. */
    public static JsonObject request(byte[] body, JsonFaults faults) {
        if (body.length == 0) {
            return JsonObject.empty(faults);
        }
        String text = PayloadJson.utf8(body);
        if (text == null) {
            throw faults.notJson("it is not UTF-8");
        }
        try (JsonParser json = REQUESTS.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw faults.invalid("the body is a JSON object");
            }
            JsonObject object = new JsonReader(text, json, PayloadJson.PAYLOAD, true, faults).object("");
            if (json.nextToken() != null) {
                throw faults.notJson("there is something after the object");
            }
            return object;
        } catch (IOException e) {
            throw faults.notJson(JsonErrorText.of(e));
        }
    }

    /**
     * Reads the body of an answer.
     *
     * @param raw the name of members that are kept as they were written, with the white space around them; null for none
     */
    public static JsonObject answer(byte[] body, @Nullable String raw, JsonFaults faults) {
        String text = new String(body, StandardCharsets.UTF_8);
        try (JsonParser json = ANSWERS.createParser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw faults.notJson("it is no object");
            }
            return new JsonReader(text, json, raw, false, faults).object("");
        } catch (IOException e) {
            throw faults.notJson(JsonErrorText.of(e));
        }
    }

    private JsonObject object(String at) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            Object value = name.equals(raw) ? raw() : value(at, name);
            if (values.put(name, value) != null && strict) {
                throw faults.notJson("the member " + JsonObject.quoted(below(at, name)) + " is there twice");
            }
        }
        return new JsonObject(at.isEmpty() ? "" : at + ".", values, faults);
    }

    /** Returns a path for messages. It is cut, so that nested objects of a hostile client do not make it grow. */
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
        while (!strict && isSpace(text.charAt(start - 1))) {
            start--;
        }
        while (!strict && end < text.length() && isSpace(text.charAt(end))) {
            end++;
        }
        return new JsonObject.Raw(text.substring(start, end).getBytes(StandardCharsets.UTF_8), string);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
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
                        ? (Object) json.getDoubleValue()
                        : (Object) json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            default -> JsonObject.Null.NULL;
        };
    }

    private List<Object> list(String at) throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            Object value = value("", at + "[" + list.size() + "]");
            if (strict || value != JsonObject.Null.NULL) {
                list.add(value);
            }
        }
        return list;
    }
}
