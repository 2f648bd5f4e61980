package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** A value that can be written as JSON. */
public interface Json {
    String CONTENT_TYPE = "application/json";

    void write(JsonGenerator json) throws IOException;

    static byte[] bytes(Json content) {
        return JsonPen.write(content);
    }

    /** Ends an answer that was begun. */
    static void end(Exchange exchange, Json content) {
        exchange.response().putHeader(HeaderNames.CONTENT_TYPE, HeaderNames.JSON);
        exchange.end(bytes(content));
    }
}
