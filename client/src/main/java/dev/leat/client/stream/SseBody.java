package dev.leat.client.stream;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads events as they arrive, while the follower has room for them: a follower that stops reading stops the server. */
final class SseBody implements HttpResponse.BodySubscriber<byte[]> {

    /** Returns whether there is room for more. Called after each piece, on the thread that received it. */
    interface Room {
        boolean hasRoom();
    }

    private final SseParser parser;
    private final Room room;
    private final CompletableFuture<byte[]> end = new CompletableFuture<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile long lastNanos = System.nanoTime();
    private volatile boolean unfit;
    private boolean waiting;

    SseBody(SseParser parser, Room room) {
        this.parser = parser;
        this.room = room;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        lastNanos = System.nanoTime();
        try {
            pieces.forEach(parser::take);
        } catch (RuntimeException e) {
            unfit = true;
            cancel();
            return;
        }
        synchronized (this) {
            waiting = !room.hasRoom();
            if (waiting) {
                return;
            }
        }
        more();
    }

    /** Requests more after there is room again. */
    void resume() {
        synchronized (this) {
            if (!waiting) {
                return;
            }
            waiting = false;
            lastNanos = System.nanoTime();
        }
        more();
    }

    private void more() {
        Flow.Subscription current = subscription;
        if (current != null) {
            current.request(1);
        }
    }

    /** Returns how long no bytes have arrived, although there was room. */
    synchronized long silentNanos() {
        return waiting ? 0 : System.nanoTime() - lastNanos;
    }

    /** Returns whether it ended because the events could not be parsed. */
    boolean isUnfit() {
        return unfit;
    }

    void cancel() {
        Flow.Subscription current = subscription;
        if (current != null) {
            current.cancel();
        }
        end.completeExceptionally(new CancellationException());
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        end.complete(new byte[0]);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return end;
    }
}
