package dev.leat.http.exchange;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;

/** Something that can be written as JSON. */
public interface Json {
    String CONTENT_TYPE = "application/json";

    void write(JsonGenerator json) throws IOException;

    static byte[] bytes(Json content) {
        return JsonPen.write(content);
    }

    static Buffer buffer(Json content) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes(content)));
    }

    /** Ends an answer that was begun. */
    static void end(Exchange exchange, Json content) {
        exchange.response().putHeader(HttpHeaders.CONTENT_TYPE, HeaderNames.JSON);
        exchange.end(buffer(content));
    }
}
