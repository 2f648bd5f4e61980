package dev.leat.cli.remote;

import dev.leat.cli.config.FailureText;
import dev.leat.cli.console.CommandEnvironment;
import dev.leat.cli.console.CommandFailedException;
import dev.leat.client.LeatClient;
import dev.leat.client.LeatClientBuilder;
import dev.leat.http.ServerSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the address of the server and the credentials. */
public final class ServerOptions {
    private static final String STANDARD = "http://127.0.0.1:" + ServerSettings.DEFAULT_PORT;
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "Where the server is; else what LEAT_SERVER says, else " + STANDARD + ".")
    private @Nullable String url;

    // Not the key itself: all users of the machine can read a command line.
    @Option(
            names = "--api-key-file",
            paramLabel = "FILE",
            description = "The file that holds the API key or token to use; else what LEAT_API_KEY says.")
    private @Nullable Path keyFile;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description = "How long an answer may take (${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ZERO;

    /** Returns a client; throws unless the server can be reached. */
    public LeatClient open() throws CommandFailedException {
        requireThere();
        LeatClientBuilder client = builder(uri()).timeout(timeout).connectTimeout(timeout);
        String key = key();
        return (key == null ? client : client.token(key)).build();
    }

    private LeatClientBuilder builder(URI server) {
        try {
            return LeatClient.builder(server);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the address of the server without the option. */
    public static String url(CommandEnvironment surroundings) {
        return variable("LEAT_SERVER", STANDARD, surroundings);
    }

    /** Returns the credentials without the option; null for none. */
    public static @Nullable String key(CommandEnvironment surroundings) {
        String key = variable("LEAT_API_KEY", "", surroundings);
        return key.isEmpty() ? null : key;
    }

    /** Returns the URL of the server. */
    public URI uri() {
        String text = url != null ? url : url(CommandEnvironment.of(command));
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw new ParameterException(
                command.commandLine(), "the URL of a server is such as " + STANDARD + ", not '" + text + "'");
    }

    /**
     * Throws unless the server can be reached: a client would repeat its requests for a while, because a server can be
     * starting.
     */
    public void requireThere() throws CommandFailedException {
        URI server = uri();
        int port = server.getPort() >= 0 ? server.getPort() : "https".equals(server.getScheme()) ? HTTPS : HTTP;
        String host = server.getHost().replaceAll("[\\[\\]]", "");
        InetSocketAddress address = new InetSocketAddress(host, port);
        try (Socket socket = new Socket()) {
            if (address.isUnresolved()) {
                throw new CommandFailedException("the host " + host + " is not known");
            }
            socket.connect(address, Math.toIntExact(timeout.toMillis()));
        } catch (IOException e) {
            String way = address.getAddress() != null && address.getAddress().isLoopbackAddress()
                    ? "; start one with ./leat serve"
                    : ": " + e.getMessage();
            throw new CommandFailedException("no server at " + host + ":" + port + way, e);
        }
    }

    /** Returns a request for a route that the client does not have. */
    public HttpRequest.Builder request(String target) throws CommandFailedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(uri().toString().replaceFirst("/+$", "") + target))
                .timeout(timeout);
        String key = key();
        return key == null ? request : request.header("Authorization", "Bearer " + key);
    }

    private @Nullable String key() throws CommandFailedException {
        if (keyFile == null) {
            return key(CommandEnvironment.of(command));
        }
        try {
            return Files.readString(keyFile).strip();
        } catch (IOException e) {
            throw new CommandFailedException("cannot read the API key from " + keyFile + ": " + FailureText.of(e), e);
        }
    }

    private static String variable(String name, String otherwise, CommandEnvironment surroundings) {
        String value = surroundings.environment().get(name);
        return value == null || value.isBlank() ? otherwise : value.strip();
    }
}
