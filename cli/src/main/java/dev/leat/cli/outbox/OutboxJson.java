package dev.leat.cli.outbox;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.cli.console.JsonPrinter;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.OutboxStatus.RouteStatus;
import dev.leat.outbox.spi.DeadRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The output of the outbox commands as JSON. Unknown values are null. */
final class OutboxJson {

    private OutboxJson() {}

    static void status(List<OutboxStatus> all, PrintWriter out) {
        JsonPrinter.print(out, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("routes");
            for (OutboxStatus one : all) {
                for (RouteStatus route : one.routes()) {
                    write(one.namespace(), route, json);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(String namespace, RouteStatus route, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("namespace", namespace);
        json.writeStringField("route", route.route());
        json.writeNumberField("ready", route.ready());
        json.writeNumberField("claimed", route.claimed());
        json.writeNumberField("dead", route.dead());
        json.writeNumberField("attempts", route.attempts());
        json.writeNumberField("oldestReadySeconds", route.oldestReady().toSeconds());
        text("lastHandOff", route.lastHandOff(), json);
        json.writeBooleanField("paused", route.paused());
        json.writeEndObject();
    }

    static void dead(String namespace, List<DeadRow> rows, PrintWriter out) {
        JsonPrinter.print(out, json -> {
            json.writeStartObject();
            json.writeStringField("namespace", namespace);
            json.writeArrayFieldStart("rows");
            for (DeadRow row : rows) {
                json.writeStartObject();
                json.writeNumberField("id", row.seq());
                json.writeStringField("route", row.route());
                text("key", row.key(), json);
                text("dedupe", row.dedupe(), json);
                json.writeNumberField("attempts", row.attempts());
                text("written", row.createdAt(), json);
                text("error", row.error(), json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    static void count(String done, int rows, PrintWriter out) {
        JsonPrinter.print(out, json -> {
            json.writeStartObject();
            json.writeNumberField(done, rows);
            json.writeEndObject();
        });
    }

    private static void text(String name, @Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeStringField(name, value.toString());
        }
    }
}
