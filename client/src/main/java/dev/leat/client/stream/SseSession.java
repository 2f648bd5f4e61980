package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Response;
import dev.leat.client.transport.Transport;
import dev.leat.client.transport.UrlText;
import dev.leat.wire.LeatHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One connection of server-sent events. The server ends it from time to time, and the follower opens another. */
final class SseSession implements AutoCloseable {

    /** Receives the slices and the end of a session. */
    interface Listener {
        void found(Slice slice);

        /** Takes a slice; returns whether the listener takes more. */
        boolean hasRoom();

        /** The session ended, and another can be opened. */
        void ended(@Nullable String cursor);

        /** The session failed or was refused. */
        void failed(Rejection why);

        /** The events are not the content of the stream. */
        void unfit();
    }

    private final Transport transport;
    private final StreamUrl target;
    private final ContentType type;
    private final Offset from;
    private final boolean exact;
    private final Duration patience;
    private final Listener listener;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable SseBody body;
    private volatile @Nullable SseBatchReader batches;
    private volatile @Nullable CompletableFuture<?> sent;

    /**
     * @param exact whether the server's offsets count bytes
     * @param patience how long the server may be silent
     */
    SseSession(
            Transport transport,
            StreamUrl target,
            ContentType type,
            Offset from,
            boolean exact,
            Duration patience,
            Listener listener) {
        this.transport = transport;
        this.target = target;
        this.type = type;
        this.from = from;
        this.exact = exact;
        this.patience = patience;
        this.listener = listener;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage takes the outcome
    void start(@Nullable String cursor) {
        String url = target.url(from) + "&live=sse" + (cursor == null ? "" : "&cursor=" + UrlText.segment(cursor));
        CompletableFuture<Response> opening = transport.open(
                ClientRequest.get(url).with("Accept", "text/event-stream").within(patience), this::subscriber);
        sent = opening;
        opening.whenCompleteAsync(this::over, transport.executor());
        if (over.get()) {
            opening.cancel(true);
        }
    }

    private HttpResponse.BodySubscriber<byte[]> subscriber(HttpResponse.ResponseInfo info) {
        if (info.statusCode() != 200) {
            return HttpResponse.BodySubscribers.ofByteArray();
        }
        boolean base64 = info.headers()
                .firstValue(LeatHeaders.STREAM_SSE_DATA_ENCODING)
                .orElse("")
                .equalsIgnoreCase("base64");
        SseBatchReader made = new SseBatchReader(target.path(), type, from, exact, base64, listener::found);
        SseBody reading = new SseBody(new SseParser(made), listener::hasRoom);
        batches = made;
        body = reading;
        checkLater();
        return reading;
    }

    /** Detects a dead connection: no bytes for too long. */
    private void checkLater() {
        transport.later(patience.toMillis() / 4, () -> {
            SseBody reading = body;
            if (over.get() || reading == null) {
                return;
            }
            if (reading.silentNanos() > patience.toNanos()) {
                reading.cancel();
            } else {
                checkLater();
            }
        });
    }

    void resume() {
        SseBody reading = body;
        if (reading != null) {
            reading.resume();
        }
    }

    private void over(@Nullable Response answer, @Nullable Throwable failure) {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        SseBatchReader made = batches;
        SseBody reading = body;
        if (reading != null && reading.isUnfit()) {
            listener.unfit();
        } else if (answer == null) {
            listener.failed(new Rejection.Unavailable("the connection was lost: " + failure, Duration.ZERO));
        } else if (answer.status() == 200) {
            listener.ended(made == null ? null : made.cursor());
        } else {
            listener.failed(target.reading(ignored -> true).refused(answer));
        }
    }

    @Override
    public void close() {
        over.set(true);
        SseBody reading = body;
        if (reading != null) {
            reading.cancel();
        }
        CompletableFuture<?> opening = sent;
        if (opening != null) {
            opening.cancel(true);
        }
    }
}
