package dev.leat.bench.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** The results for programs: every window. */
public final class JsonReport {
    private final List<String> names;

    /** @param names what to call those that were measured, in order */
    public JsonReport(List<String> names) {
        this.names = names;
    }

    public void print(List<Result> results, PrintWriter out) {
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter()) {
            json.writeStartArray();
            for (Result result : results) {
                write(result, json);
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }

    private void write(Result result, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("workload", result.label());
        json.writeStringField("unit", result.unit().toString());
        json.writeArrayFieldStart("servers");
        for (int i = 0; i < result.servers().size(); i++) {
            write(names.get(i), result.servers().get(i), json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(String name, Measured measured, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        if (measured.failure() != null) {
            json.writeStringField("failure", measured.failure());
        }
        if (measured.isComplete()) {
            Spread figure = measured.figure();
            json.writeNumberField("median", figure.median());
            json.writeNumberField("min", figure.min());
            json.writeNumberField("max", figure.max());
        }
        json.writeArrayFieldStart("windows");
        for (Window window : measured.windows()) {
            write(window, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Window window, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("figure", window.figure());
        if (!Double.isNaN(window.p50())) {
            json.writeNumberField("p50Millis", window.p50());
            json.writeNumberField("p99Millis", window.p99());
        }
        json.writeNumberField("refused", window.refused());
        json.writeNumberField("delivered", window.delivered());
        json.writeNumberField("clientCores", window.clientCores());
        json.writeEndObject();
    }
}
