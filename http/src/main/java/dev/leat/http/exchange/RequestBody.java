package dev.leat.http.exchange;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** Body of a request, of any framing, collected up to a limit. */
public final class RequestBody implements BodyReader {
    private static final byte[] EMPTY = {};
    private static final long NOT_SAID = -1;

    /** Bytes of a body that has its whole array from the first piece on. */
    private static final int SHORT = 64 << 10;

    /** How long a client whose body is refused may go on sending it, so that it gets to see why. */
    private static final long LINGER_MILLIS = 1000;

    private final Exchange exchange;
    private final int limit;
    private final Consumer<byte[]> then;
    private long announced = NOT_SAID;
    private byte[] collected = EMPTY;
    private int length;
    private int held;
    private boolean refused;
    private boolean left;

    private RequestBody(Exchange exchange, int limit, Consumer<byte[]> then) {
        this.exchange = exchange;
        this.limit = limit;
        this.then = then;
    }

    /**
     * Reads the body and calls {@code then} with it. A body that is too long is answered with a problem, and
     * {@code then} is not called.
     */
    public static void read(Exchange exchange, int limit, Consumer<byte[]> then) {
        int most = (int) Math.min(limit, exchange.context().bounds().allBodiesBytes());
        new RequestBody(exchange, most, then).start();
    }

    private void start() {
        String announcement = exchange.header(HeaderNames.CONTENT_LENGTH);
        exchange.receiving(true);
        exchange.request().read(this);
        if (left) {
            return;
        }
        if (announcement != null) {
            announced = length(announcement);
        }
        if (exchange.header(HeaderNames.CONTENT_ENCODING) != null && !isIdentity()) {
            refuse(encoded());
        } else if (announced > limit) {
            refuse(tooLong(announced));
        } else if ("100-continue".equalsIgnoreCase(exchange.header(HeaderNames.EXPECT))) {
            exchange.response().sayContinue();
        }
    }

    /** Whether the body is what it stands for. Anything else would be stored as it is, and read as if it were not encoded. */
    private boolean isIdentity() {
        for (String coding : codings().split(",", -1)) {
            if (!coding.isBlank() && !coding.strip().equalsIgnoreCase("identity")) {
                return false;
            }
        }
        return true;
    }

    private String codings() {
        return String.valueOf(exchange.list(HeaderNames.CONTENT_ENCODING));
    }

    private Problem encoded() {
        return Problem.of(
                        415,
                        "content-encoding-refused",
                        "a request body is taken as it is, and its Content-Encoding is "
                                + ProblemException.quoted(codings()))
                .with(HeaderNames.ACCEPT_ENCODING, "identity");
    }

    /** The HTTP layer has checked that it is a number; one that is too long to be held is also too large. */
    private static long length(String text) {
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void take(ByteBuffer bytes) {
        int more = bytes.remaining();
        if (refused) {
            return;
        }
        if (length == 0 && more == announced && exchange.request().endsByLength()) {
            collected = new byte[more]; // all of it at once, so that nothing is waited for
        } else if ((long) length + more > limit) {
            refuse(tooLong(limit + 1L));
            return;
        } else if (!makeRoom(length + more)) {
            refuse(Problem.of(503, "overloaded", "too many request bodies are being received; try again in a moment")
                    .with("retry-after", "1"));
            return;
        }
        bytes.get(collected, length, more);
        length += more;
    }

    /**
     * Takes memory for at least so many bytes, and returns false if all bodies have too much of it. A body whose length is announced
     * gets its whole array at once if it is short; a longer array grows with what has come.
     */
    private boolean makeRoom(int bytes) {
        if (bytes <= collected.length) {
            return true;
        }
        long wanted = announced == NOT_SAID
                ? Math.min(limit, 2L * collected.length)
                : Math.min(announced, Math.max(2L * collected.length, SHORT)); // so that the last array is the body
        int capacity = (int) Math.max(wanted, bytes);
        int more = capacity - collected.length;
        if (!budget().take(more)) {
            return false;
        }
        held += more;
        collected = Arrays.copyOf(collected, capacity);
        return true;
    }

    private BodyBudget budget() {
        return exchange.context().bodies();
    }

    /** Ends receiving. The memory stays taken until the request is answered. */
    private byte[] received() {
        byte[] body = length == collected.length ? collected : Arrays.copyOf(collected, length);
        collected = EMPTY;
        length = 0;
        exchange.holdsBody(held);
        held = 0;
        return body;
    }

    /** Ends receiving what will not be used. */
    private void drop() {
        collected = EMPTY;
        length = 0;
        budget().giveBack(held);
        held = 0;
    }

    /** @param bytes as many as are announced; if that is not said, there are at least so many */
    private Problem tooLong(long bytes) {
        return Problem.of(413, "too-large", "a request body holds at most " + limit + " bytes")
                .member("bytes", bytes)
                .member("limit", limit);
    }

    @Override
    public void ended() {
        exchange.receiving(false);
        if (!refused && announced != NOT_SAID && announced != length) {
            refuse(Problems.notHttp("the body is not as long as was announced"));
        } else if (!refused) {
            byte[] body = received();
            exchange.context().metrics().received(body.length);
            exchange.attempt(() -> then.accept(body));
        }
    }

    /** Frees what was received; {@code then} is not called. */
    @Override
    public void gone() {
        left = true;
        exchange.receiving(false);
        drop();
        exchange.finished();
    }

    @Override
    public void broken() {
        exchange.receiving(false);
        if (!refused) {
            refuse(Problems.NO_HTTP);
        }
    }

    /** The rest is thrown away unread, for a moment; then the connection ends. */
    private void refuse(Problem problem) {
        refused = true;
        drop();
        exchange.response().closeAfter();
        exchange.refuse(problem);
        exchange.loop().schedule(this::giveUp, LINGER_MILLIS);
    }

    private void giveUp() {
        if (!exchange.request().isEnded()) {
            exchange.response().abandon();
        }
    }
}
