package dev.leat.http.backup;

import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.PathDecoder;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Routes that begin backups and show their progress. */
public final class BackupRoutes {

    /** Where the URLs of backups begin. */
    public static final String ROOT = "/v1/backups/";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
    private static final String METHODS = "GET, PUT";

    private final @Nullable Backups backups;

    /** @param backups null if no directory for backups is configured */
    public BackupRoutes(@Nullable Backups backups) {
        this.backups = backups;
    }

    /** Answers a request of a caller that may administer the server. */
    public void handle(Exchange exchange, String encoded) {
        Backups here = backups;
        if (here == null) {
            exchange.refuse(Problem.of(
                    404, "route-not-found", "this server has no directory for backups; start it with --backups DIR"));
            return;
        }
        String name = name(encoded);
        switch (exchange.method().name()) {
            case "PUT" -> begin(exchange, here, name);
            case "GET" -> find(exchange, here, name);
            default ->
                exchange.refuse(Problem.of(405, "method-not-allowed", "this takes " + METHODS)
                        .with(HeaderNames.ALLOW, METHODS));
        }
    }

    /** Returns the name of a backup; throws for a name that could lead out of the directory. */
    private static String name(String encoded) {
        String name = PathDecoder.decode(encoded).orElse("");
        if (!NAME.matcher(name).matches()) {
            throw ProblemException.malformed(
                    "path-malformed",
                    "a backup's name has up to 128 letters, digits, dots, dashes and underscores, and begins with a"
                            + " letter or digit");
        }
        return name;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    private static void begin(Exchange exchange, Backups backups, String name) {
        exchange.context()
                .inBackground(() -> backups.begin(name))
                .whenComplete((begun, failed) -> exchange.loop()
                        .run(() -> exchange.attempt(() -> {
                            switch (failed) {
                                case null -> answer(exchange, begun);
                                case ProblemException refused -> throw refused;
                                case IOException failure ->
                                    throw new ProblemException(Problem.of(
                                            500, "storage-failed", "cannot make a directory for it: " + failure));
                                default -> throw new IllegalStateException(failed);
                            }
                        })));
    }

    private static void answer(Exchange exchange, Backups.Begun begun) {
        if (begun.isNew()) {
            exchange.response()
                    .putHeader(
                            HeaderNames.LOCATION,
                            exchange.baseUrl() + ROOT + begun.backup().name());
        }
        answer(exchange, begun.isNew() ? 202 : 200, begun.backup());
    }

    private static void find(Exchange exchange, Backups backups, String name) {
        backups.find(name)
                .ifPresentOrElse(
                        backup -> answer(exchange, 200, backup),
                        () -> exchange.refuse(Problem.of(
                                404, "backup-not-found", "no backup " + name + " was begun since the server started")));
    }

    private static void answer(Exchange exchange, int status, BackupState backup) {
        exchange.answer(status).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
        Json.end(exchange, json -> {
            json.writeStartObject();
            json.writeStringField("backup", backup.name());
            json.writeStringField("directory", backup.directory().toString());
            json.writeStringField("state", backup.state().word());
            json.writeStringField("step", backup.step());
            json.writeNumberField("done", backup.done());
            json.writeNumberField("total", backup.total());
            json.writeStringField("created", backup.created().toString());
            if (backup.ended() != null) {
                json.writeStringField("ended", backup.ended().toString());
            }
            if (backup.problem() != null) {
                json.writeStringField("problem", backup.problem());
            }
            json.writeEndObject();
        });
    }
}
