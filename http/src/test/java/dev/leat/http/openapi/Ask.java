package dev.leat.http.openapi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A request, step by step. */
final class Ask {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final int port;
    private final String method;
    private final String target;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private String body = "";
    private String twice = "";

    Ask(int port, String method, String target) {
        this.port = port;
        this.method = method;
        this.target = target;
    }

    Ask with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    Ask twice(String name, String value) {
        twice = name;
        return with(name, value);
    }

    Ask json(String text) {
        body = text;
        return with("Content-Type", "application/json");
    }

    Ask text(String text) {
        body = text;
        return with("Content-Type", "text/plain");
    }

    Ask bare(String text) {
        body = text;
        return this;
    }

    Answer send() throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target));
        headers.forEach(request::header);
        if (!twice.isEmpty()) {
            request.header(twice, headers.get(twice));
        }
        request.method(
                method,
                body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return answer(response.statusCode(), response.headers().map(), response.body());
    }

    /** Sends it by another name of the server than the one that it is at. */
    Answer sendTo(String host) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        String head = method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return end(socket);
    }

    /** Sends the head alone, which promises a body; it never comes. */
    Socket begin() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        String lines = headers.entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
                .collect(Collectors.joining());
        String head = method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n" + lines + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Reads until the server closes the connection. */
    Answer end(Socket socket) throws IOException {
        try (socket) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] parts = all.split("\r\n\r\n", 2);
            List<String> lines = parts[0].lines().toList();
            Map<String, List<String>> found = lines.stream()
                    .skip(1)
                    .map(line -> line.split(": ", 2))
                    .collect(Collectors.toMap(
                            pair -> pair[0], pair -> Arrays.asList(pair).subList(1, 2)));
            return answer(Integer.parseInt(lines.getFirst().split(" ")[1]), found, parts[1]);
        }
    }

    private Answer answer(int status, Map<String, List<String>> found, String content) {
        return new Answer(method, target.replaceFirst("\\?.*", ""), status, found, content);
    }

    @Override
    public String toString() {
        return method + " " + target + " " + headers;
    }
}
