package dev.leat.http.raw;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** One answer as it came, its framing undone. */
public record RawResponse(String version, int status, List<Header> headers, byte[] body) {

    public record Header(String name, String value) {}

    /** The value of a header, all of them if there are several, or null. */
    public @Nullable String header(String name) {
        List<String> values = headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
        return values.isEmpty() ? null : String.join(", ", values);
    }

    public String need(String name) {
        String value = header(name);
        if (value == null) {
            throw new AssertionError("no " + name + " in " + this);
        }
        return value;
    }

    public String offset() {
        return need("Stream-Next-Offset");
    }

    public boolean isProblem() {
        return "application/problem+json".equals(header("Content-Type"));
    }

    public String text() {
        return new String(decoded(), StandardCharsets.UTF_8);
    }

    /** The body with its compression undone. */
    public byte[] decoded() {
        if (!"gzip".equals(header("Content-Encoding"))) {
            return body;
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        return status + " " + headers + " " + (text.length() > 500 ? text.substring(0, 500) + "…" : text);
    }
}
