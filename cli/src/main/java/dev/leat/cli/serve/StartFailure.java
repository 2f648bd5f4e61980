package dev.leat.cli.serve;

import dev.leat.cli.config.SettingException;
import dev.leat.http.ServerSettings;
import dev.leat.http.tls.BadCertificate;
import dev.leat.storage.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.concurrent.CompletionException;

/** Makes the message of a failed start: the cause and the remedy. */
final class StartFailure {

    private StartFailure() {}

    static RuntimeException of(RuntimeException failure, ServeSettings settings) {
        boolean wrapped = failure instanceof CompletionException || failure instanceof UncheckedIOException;
        Throwable cause = wrapped && failure.getCause() != null ? failure.getCause() : failure;
        return switch (cause) {
            case SettingException e -> e;
            case StartException e -> e;
            case StorageException e -> new StartException(String.valueOf(e.getMessage()), e);
            case BadCertificate e -> new StartException(String.valueOf(e.getMessage()), e);
            case IllegalArgumentException e -> new StartException(String.valueOf(e.getMessage()), e);
            case IOException e -> new StartException(network(e, settings.server()), e);
            default ->
                new StartException("could not start: " + cause + ". With --log-level debug the log says where", cause);
        };
    }

    private static String network(IOException failure, ServerSettings server) {
        String words = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        String where = "port " + server.port() + " of " + server.host();
        if (failure instanceof UnknownHostException) {
            return "the host " + server.host() + " is not known: choose another with --host";
        }
        if (words.contains("in use")) {
            return where + " is in use: stop the process that has it, or choose another with --port";
        }
        if (words.contains("permission denied")) {
            return where + " needs more rights than this process has: choose one above 1023 with --port";
        }
        if (words.contains("cannot assign") || words.contains("can't assign")) {
            return server.host() + " is no address of this machine: choose another with --host";
        }
        return "cannot listen on " + where + ": " + failure.getMessage();
    }
}
