package dev.leat.http.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.leat.wire.JsonErrorText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of API keys: {@code {"keys":[{"name":"orders-service","sha256":"…","scopes":["read:orders/**"]}]}}. Whatever is
 * not exactly so is refused as a whole, because a misspelt word would otherwise silently grant too much or too little.
 */
public final class KeyFile {
    /** Every request is compared with every key. */
    static final int MAX_KEYS = 2000;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final JsonParser json;

    private KeyFile(JsonParser json) {
        this.json = json;
    }

    /**
     * Reads the content of a key file.
     *
     * @throws IllegalArgumentException if anything is wrong with it; the message says what
     */
    public static List<ApiKey> parse(byte[] content) {
        try (JsonParser json = JSON.createParser(content)) {
            return distinct(new KeyFile(json).keys());
        } catch (IOException e) {
            throw new IllegalArgumentException("not valid JSON: " + Printable.text(JsonErrorText.of(e), 200), e);
        }
    }

    /** Writes what {@link #parse} reads. */
    public static String write(List<ApiKey> keys) {
        return json(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("keys");
            for (ApiKey key : keys) {
                write(key, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /** Writes one entry, to be put into a file by hand. */
    public static String write(ApiKey key) {
        return json(json -> write(key, json));
    }

    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private static String json(Content content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text).useDefaultPrettyPrinter()) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text + "\n";
    }

    private static void write(ApiKey key, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", key.name());
        json.writeStringField("sha256", key.sha256());
        json.writeArrayFieldStart("scopes");
        for (Scope scope : key.scopes()) {
            json.writeString(scope.toString());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private List<ApiKey> keys() throws IOException {
        expect(json.nextToken(), JsonToken.START_OBJECT, "an object");
        if (!"keys".equals(json.nextFieldName())) {
            throw new IllegalArgumentException("expected the field \"keys\"" + here());
        }
        expect(json.nextToken(), JsonToken.START_ARRAY, "an array");
        List<ApiKey> keys = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            keys.add(key());
        }
        expect(json.nextToken(), JsonToken.END_OBJECT, "the end of the object");
        expect(json.nextToken(), null, "the end of the file");
        return keys;
    }

    private ApiKey key() throws IOException {
        expect(json.currentToken(), JsonToken.START_OBJECT, "a key, which is an object");
        String name = null;
        String sha256 = null;
        List<Scope> scopes = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            switch (field) {
                case "name" -> name = string(json.nextToken());
                case "sha256" -> sha256 = string(json.nextToken());
                case "scopes" -> scopes = scopes();
                default ->
                    throw new IllegalArgumentException("unknown field \"" + Printable.text(field, 40) + "\"" + here());
            }
        }
        if (name == null || sha256 == null || scopes == null) {
            throw new IllegalArgumentException("a key needs name, sha256 and scopes" + here());
        }
        return new ApiKey(name, sha256, scopes);
    }

    private List<Scope> scopes() throws IOException {
        expect(json.nextToken(), JsonToken.START_ARRAY, "an array");
        List<Scope> scopes = new ArrayList<>();
        for (JsonToken token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
            scopes.add(Scope.parse(string(token)));
        }
        return scopes;
    }

    private String string(@Nullable JsonToken token) throws IOException {
        expect(token, JsonToken.VALUE_STRING, "a string");
        return json.getText();
    }

    private void expect(@Nullable JsonToken token, @Nullable JsonToken wanted, String words) {
        if (token != wanted) {
            throw new IllegalArgumentException("expected " + words + here());
        }
    }

    private String here() {
        return " at line " + json.currentTokenLocation().getLineNr();
    }

    private static List<ApiKey> distinct(List<ApiKey> keys) {
        if (keys.size() > MAX_KEYS) {
            throw new IllegalArgumentException("more than " + MAX_KEYS + " keys");
        }
        Set<String> seen = new HashSet<>();
        for (ApiKey key : keys) {
            if (!seen.add(key.name()) || !seen.add(key.sha256())) {
                throw new IllegalArgumentException("the name or the hash of key " + key.name() + " is there twice");
            }
        }
        return keys;
    }
}
