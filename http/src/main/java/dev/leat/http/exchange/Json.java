package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Something that can be written as JSON. */
public interface Json {
    String CONTENT_TYPE = "application/json";
    JsonFactory FACTORY = new JsonFactory();

    void write(JsonGenerator json) throws IOException;

    static byte[] bytes(Json content) {
        return written(content).toByteArray();
    }

    static Buffer buffer(Json content) {
        return written(content).buffer();
    }

    private static JsonOutput written(Json content) {
        JsonOutput out = new JsonOutput();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out;
    }

    /** Ends an answer that was begun. */
    static void end(Exchange exchange, Json content) {
        exchange.response().putHeader(HttpHeaders.CONTENT_TYPE, HeaderNames.JSON);
        exchange.end(buffer(content));
    }
}
