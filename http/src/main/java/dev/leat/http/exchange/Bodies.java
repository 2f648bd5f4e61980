package dev.leat.http.exchange;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes in the body of a request, of any framing, up to a limit. */
public final class Bodies {
    private static final byte[] EMPTY = {};

    /** How long a client whose body is refused may go on sending it, so that it gets to see why. */
    private static final long LINGER_MILLIS = 1000;

    private final Exchange exchange;
    private final int limit;
    private final Consumer<byte[]> then;
    private long announced;
    private @Nullable Buffer collected;
    private int held;
    private boolean refused;

    private Bodies(Exchange exchange, int limit, Consumer<byte[]> then) {
        this.exchange = exchange;
        this.limit = limit;
        this.then = then;
    }

    /** Reads the body and goes on with it; if it is too long the client is told so and nothing goes on. */
    public static void read(Exchange exchange, int limit, Consumer<byte[]> then) {
        new Bodies(exchange, limit, then).start();
    }

    private void start() {
        HttpServerRequest request = exchange.request();
        String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
        exchange.receiving(true);
        request.handler(this::take).endHandler(end -> finish()).exceptionHandler(gone -> gone());
        announced = length == null ? 0 : length(length);
        if (announced > limit) {
            refuse(tooLong(announced));
        } else if ("100-continue".equalsIgnoreCase(exchange.header(HttpHeaders.EXPECT))) {
            sayContinue();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // whoever does not hear it sends no body
    private void sayContinue() {
        exchange.response().writeContinue();
    }

    /** The HTTP layer has checked that it is a number; one that is too long to be held is also too large. */
    private static long length(String text) {
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private void take(Buffer chunk) {
        if (refused) {
            return;
        }
        Buffer before = collected;
        if (before == null && chunk.length() == announced && exchange.request().version() != HttpVersion.HTTP_2) {
            collected = chunk; // all of it at once, so that nothing is waited for; over HTTP/2 the end comes by itself
        } else if ((before == null ? 0L : before.length()) + chunk.length() > limit) {
            refuse(tooLong(limit + 1L));
        } else if (!budget().take(chunk.length())) {
            refuse(Problem.of(503, "overloaded", "too many request bodies are being received; try again in a moment")
                    .with(HttpHeaders.RETRY_AFTER, "1"));
        } else {
            held += chunk.length();
            collected = before == null ? chunk : before.appendBuffer(chunk);
        }
    }

    private BodyBudget budget() {
        return exchange.context().bodies();
    }

    /** Whoever has the body now, it is not being received any more. */
    private @Nullable Buffer letGo() {
        Buffer body = collected;
        collected = null;
        if (held > 0) {
            budget().giveBack(held);
            held = 0;
        }
        return body;
    }

    /** @param bytes as many as are announced; if that is not said, there are at least so many */
    private Problem tooLong(long bytes) {
        return Problem.of(413, "too-large", "a request body holds at most " + limit + " bytes")
                .member("bytes", bytes)
                .member("limit", limit);
    }

    /** The client left before it had sent everything: nothing goes on. */
    private void gone() {
        exchange.receiving(false);
        letGo();
        exchange.finished();
    }

    private void finish() {
        exchange.receiving(false);
        if (!refused) {
            Buffer body = letGo();
            exchange.context().metrics().received(body == null ? 0 : body.length());
            exchange.attempt(() -> then.accept(body == null ? EMPTY : body.getBytes()));
        }
    }

    /** The rest is thrown away unread, for a moment; then the connection ends. */
    private void refuse(Problem problem) {
        refused = true;
        letGo();
        if (exchange.request().version() != HttpVersion.HTTP_2) {
            exchange.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        exchange.refuse(problem);
        exchange.loop().schedule(this::giveUp, LINGER_MILLIS);
    }

    private void giveUp() {
        if (!exchange.request().isEnded()) {
            exchange.abandon();
        }
    }
}
