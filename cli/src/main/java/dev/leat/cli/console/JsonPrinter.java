package dev.leat.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Prints output as JSON. */
public interface JsonPrinter {
    JsonFactory FACTORY = new JsonFactory();

    void write(JsonGenerator json) throws IOException;

    /** Prints the only value of a command's output. */
    static void print(PrintWriter out, JsonPrinter content) {
        write(out, content, true);
    }

    /** Prints one of many values, in a line. */
    static void line(PrintWriter out, JsonPrinter content) {
        write(out, content, false);
    }

    private static void write(PrintWriter out, JsonPrinter content, boolean pretty) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(); // payloads are bytes, and only bytes take those
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            if (pretty) {
                json.useDefaultPrettyPrinter();
            }
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println(bytes.toString(StandardCharsets.UTF_8));
    }
}
