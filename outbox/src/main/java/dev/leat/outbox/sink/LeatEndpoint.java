package dev.leat.outbox.sink;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The address of a Leat server and the credentials for it. All sinks can share one. */
public final class LeatEndpoint {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Pattern PROBLEM = Pattern.compile("urn:leat:problem:([a-z-]+)");

    private final HttpClient http;
    private final String url;
    private final @Nullable String token;

    private LeatEndpoint(HttpClient http, String url, @Nullable String token) {
        this.http = http;
        this.url = url;
        this.token = token;
    }

    /** @param url like {@code http://127.0.0.1:4437} */
    public static LeatEndpoint at(String url) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
        return new LeatEndpoint(http, url.endsWith("/") ? url.substring(0, url.length() - 1) : url, null);
    }

    /** With an API key or a token. */
    public LeatEndpoint bearer(String secret) {
        return new LeatEndpoint(http, url, secret);
    }

    /** A request to a path below {@code /v1/}. */
    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + "/v1/" + path)).timeout(ANSWER);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    /** @throws IOException if no answer came: the outcome is unknown then */
    Answer send(HttpRequest.Builder request, String method, byte[] body) throws IOException, InterruptedException {
        HttpRequest.BodyPublisher content =
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        return new Answer(http.send(request.method(method, content).build(), BodyHandlers.ofString()));
    }

    /** Answer of the server. */
    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        boolean isSuccess() {
            return status() >= 200 && status() < 300;
        }

        @Nullable
        String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        /** The end of the problem's type; empty if the answer is no problem of Leat. */
        String problem() {
            Matcher matcher = PROBLEM.matcher(response.body());
            return matcher.find() ? matcher.group(1) : "";
        }

        @Override
        public String toString() {
            String body = response.body();
            return response.request().method() + " " + response.uri() + " answered " + status() + " "
                    + body.substring(0, Math.min(body.length(), 500));
        }
    }
}
