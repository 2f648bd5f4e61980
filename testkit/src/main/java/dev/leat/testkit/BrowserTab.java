package dev.leat.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A page of a browser, by the DevTools protocol: as much of it as tests need. */
public final class BrowserTab implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern SOCKET = Pattern.compile("\"webSocketDebuggerUrl\": \"(ws://[^\"]*/page/[^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");

    private final HttpClient http;
    private final WebSocket socket;
    private final BlockingQueue<String> answers;
    private int calls;

    private BrowserTab(HttpClient http, WebSocket socket, BlockingQueue<String> answers) {
        this.http = http;
        this.socket = socket;
        this.answers = answers;
    }

    /** The first page of the browser whose DevTools listen on a port. */
    static BrowserTab first(int port) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
        Matcher socket = SOCKET.matcher("");
        while (!socket.find()) { // the browser is there before its page
            socket =
                    SOCKET.matcher(http.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
                            .body());
        }
        Answers answers = new Answers();
        return new BrowserTab(
                http,
                http.newWebSocketBuilder()
                        .buildAsync(URI.create(socket.group(1)), answers)
                        .join(),
                answers.complete);
    }

    /** What an expression of JavaScript is, as text. */
    public String evaluate(String expression) throws InterruptedException {
        // Encoded, the text has nothing in it that JSON would escape.
        String answer = call(
                "Runtime.evaluate",
                "{\"expression\": " + quoted("encodeURIComponent(" + expression + ")") + ", \"returnByValue\": true}");
        Matcher value = VALUE.matcher(answer);
        if (!value.find()) {
            throw new AssertionError(expression + " came to " + answer);
        }
        return URLDecoder.decode(value.group(1).replace("+", "%2B"), UTF_8);
    }

    /** Goes to a page as if its address was typed, and waits until it is loaded. */
    public void open(String url) throws InterruptedException {
        call("Page.navigate", "{\"url\": " + quoted(url) + "}");
        await("location.href + ' ' + document.readyState", (url + " complete")::equals);
    }

    /** Looks again and again, until the text is as it has to be, and returns it. */
    public String await(String expression, Predicate<String> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String text = evaluate(expression);
        while (!wanted.test(text)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(expression + " stays " + text);
            }
            Thread.sleep(20);
            text = evaluate(expression);
        }
        return text;
    }

    private synchronized String call(String method, String parameters) throws InterruptedException {
        int id = ++calls;
        socket.sendText("{\"id\": " + id + ", \"method\": \"" + method + "\", \"params\": " + parameters + "}", true)
                .join();
        while (true) {
            String answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (answer == null) {
                throw new AssertionError("no answer to " + method);
            }
            if (answer.startsWith("{\"id\":" + id + ",")) {
                return answer;
            }
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
    }

    private static final class Answers implements WebSocket.Listener {
        private final BlockingQueue<String> complete = new LinkedBlockingQueue<>();
        private final StringBuilder parts = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
            parts.append(part);
            if (last) {
                complete.add(parts.toString());
                parts.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
