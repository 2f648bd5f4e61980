package dev.leat.cli.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** Speaks to a server; an answer that does not come is an {@link UncheckedIOException}. */
final class Client implements AutoCloseable {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServerProcess server;

    Client(ServerProcess server) {
        this.server = server;
    }

    HttpResponse<String> create(String path, String type, String body) {
        return send(server, path, "PUT", body, "Content-Type", type);
    }

    HttpResponse<String> append(String path, String type, String body, String... more) {
        String[] headers = new String[more.length + 2];
        headers[0] = "Content-Type";
        headers[1] = type;
        System.arraycopy(more, 0, headers, 2, more.length);
        return send(server, path, "POST", body, headers);
    }

    HttpResponse<String> close(String path) {
        return send(server, path, "POST", "", "Stream-Closed", "true");
    }

    HttpResponse<String> delete(String path) {
        return send(server, path, "DELETE", "");
    }

    /** Everything that is there, page by page. JSON comes without its brackets. */
    String readAll(String path) {
        StringBuilder all = new StringBuilder();
        String offset = "-1";
        while (true) {
            HttpResponse<String> page = send(server, path + "?offset=" + offset, "GET", "");
            if (page.statusCode() != 200) {
                throw new AssertionError(path + " -> " + page.statusCode() + " " + page.body());
            }
            boolean json = page.headers().firstValue("Content-Type").orElse("").equals("application/json");
            String text = json ? page.body().substring(1, page.body().length() - 1) : page.body();
            all.append(json && !all.isEmpty() && !text.isEmpty() ? "," : "").append(text);
            offset = page.headers().firstValue("Stream-Next-Offset").orElseThrow();
            if (page.headers().firstValue("Stream-Up-To-Date").isPresent()) {
                return all.toString();
            }
        }
    }

    boolean isClosed(String path) {
        return send(server, path, "HEAD", "")
                .headers()
                .firstValue("Stream-Closed")
                .isPresent();
    }

    private HttpResponse<String> send(ServerProcess to, String path, String method, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(to.stream(path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
