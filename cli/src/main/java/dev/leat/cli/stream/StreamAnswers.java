package dev.leat.cli.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.cli.console.TextTable;
import java.io.IOException;
import java.io.PrintWriter;

/** The output about streams, as text and as JSON. */
final class StreamAnswers {

    private StreamAnswers() {}

    static JsonPrinter json(StreamPath path, CreateStreamResult created) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("path", path.value());
            json.writeBooleanField("created", created.isNew());
            json.writeStringField("contentType", created.contentType().value());
            json.writeStringField("tail", created.tail().toString());
            json.writeBooleanField("closed", created.closed());
            json.writeEndObject();
        };
    }

    static JsonPrinter json(StreamPath path, AppendResult appended) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("path", path.value());
            json.writeStringField("tail", appended.tail().toString());
            json.writeBooleanField("closed", appended.closed());
            json.writeEndObject();
        };
    }

    static void print(StreamInfo info, PrintWriter out) {
        TextTable table = new TextTable("path", info.path().value());
        table.line("content type", info.contentType().value());
        table.line("tail", info.tail().toString());
        table.line("closed", info.closed() ? "yes" : "no");
        if (info.messages() >= 0) {
            table.line("messages", Long.toString(info.messages()));
        }
        if (info.bytes() >= 0) {
            table.line("bytes", Long.toString(info.bytes()));
        }
        table.line("lives", LifetimeOptions.words(info.lifetime()));
        table.print(out);
    }

    static void write(JsonGenerator json, StreamInfo info) throws IOException {
        json.writeStartObject();
        json.writeStringField("path", info.path().value());
        json.writeStringField("contentType", info.contentType().value());
        json.writeStringField("tail", info.tail().toString());
        json.writeBooleanField("closed", info.closed());
        if (info.messages() >= 0) {
            json.writeNumberField("messages", info.messages());
        }
        if (info.bytes() >= 0) {
            json.writeNumberField("bytes", info.bytes());
        }
        switch (info.lifetime()) {
            case Lifetime.Forever ignored -> {}
            case Lifetime.Idle idle -> json.writeStringField("ttl", idle.ttl().toString());
            case Lifetime.Until until ->
                json.writeStringField("expiresAt", until.moment().toString());
        }
        json.writeEndObject();
    }
}
