package dev.leat.http;

import dev.leat.wire.QueueConfigFields;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The OpenAPI description of the server: {@code openapi.yaml} with the fields of a queue's configuration from their table. */
public final class OpenApiDocument {
    private static final String INDENT = "        ";
    private static final String FIELDS = INDENT + "# the fields of dev.leat.wire.QueueConfigFields";

    private OpenApiDocument() {}

    public static String text() {
        return template().replace(FIELDS, QueueConfigFields.openApi(INDENT));
    }

    private static String template() {
        String name = "openapi.yaml";
        try (InputStream in = Objects.requireNonNull(OpenApiDocument.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
