package dev.leat.cli.backup;

import dev.leat.cli.console.CommandFailedException;
import dev.leat.cli.remote.ServerOptions;
import dev.leat.client.transport.Json;
import dev.leat.http.backup.BackupRoutes;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.wire.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Objects;

/** A backup that a server makes of its own data. */
final class RunningBackup {
    private static final int LAST_GOOD_STATUS = 299;

    private final HttpClient http;
    private final ServerOptions server;
    private final String target;

    RunningBackup(HttpClient http, ServerOptions server, String name) {
        this.http = http;
        this.server = server;
        this.target = BackupRoutes.ROOT + name;
    }

    /** Starts the backup and returns its state. */
    JsonObject begin() throws CommandFailedException, IOException, InterruptedException {
        return ask("PUT");
    }

    /** Returns the state of the backup. */
    JsonObject look() throws CommandFailedException, IOException, InterruptedException {
        return ask("GET");
    }

    private JsonObject ask(String method) throws CommandFailedException, IOException, InterruptedException {
        HttpRequest request = server.request(target)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        JsonObject fields = fields(response);
        if (response.statusCode() <= LAST_GOOD_STATUS) {
            return fields;
        }
        String type = Objects.requireNonNullElse(fields.text("type"), "status-" + response.statusCode());
        throw new ProblemException(Problem.of(
                response.statusCode(),
                type.substring(type.lastIndexOf(':') + 1),
                Objects.requireNonNullElse(fields.text("detail"), "the server refused and did not say why")));
    }

    private JsonObject fields(HttpResponse<byte[]> response) throws CommandFailedException {
        try {
            return Json.object(response.body());
        } catch (RuntimeException e) {
            throw new CommandFailedException(
                    "what answers at " + server.uri() + " is no server of Leat, or too old", e);
        }
    }
}
