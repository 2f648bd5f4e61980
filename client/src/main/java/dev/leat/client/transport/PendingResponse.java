package dev.leat.client.transport;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a request and its answer. The JDK completes a response on a thread of the common pool, whatever executor its client
 * has, and the application can have blocked all of those. So this completes at the end of the body, which arrives on a thread of the
 * client. A failure before the response is completed by the JDK.
 */
final class PendingResponse extends CompletableFuture<Response> {
    private final ConnectionPool.Lane lane;
    private final boolean repeated;
    private volatile @Nullable CompletableFuture<?> sent;

    private PendingResponse(ConnectionPool.Lane lane, boolean repeated) {
        this.lane = lane;
        this.repeated = repeated;
    }

    /** @param repeated whether the request was sent before */
    static PendingResponse start(
            ConnectionPool lanes, HttpRequest request, HttpResponse.BodyHandler<byte[]> handler, boolean repeated) {
        PendingResponse exchange = new PendingResponse(lanes.enter(), repeated);
        exchange.send(request, handler);
        return exchange;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage completes this future
    private void send(HttpRequest request, HttpResponse.BodyHandler<byte[]> handler) {
        whenComplete((answer, failure) -> lane.leave());
        lane.whenOpen(() -> sendNow(request, handler));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // as above
    private void sendNow(HttpRequest request, HttpResponse.BodyHandler<byte[]> handler) {
        if (isDone()) {
            return; // it was cancelled
        }
        try {
            CompletableFuture<?> sending = lane.http().sendAsync(request, head -> heard(head, handler.apply(head)));
            sent = sending;
            sending.whenComplete((response, failure) -> {
                if (failure != null) {
                    completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            completeExceptionally(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what depends on the body completes this
    private HttpResponse.BodySubscriber<byte[]> heard(
            HttpResponse.ResponseInfo head, HttpResponse.BodySubscriber<byte[]> body) {
        body.getBody().whenComplete((whole, failure) -> {
            if (failure == null) {
                complete(new Response(head.statusCode(), head.headers(), whole, repeated));
            } else {
                completeExceptionally(failure);
            }
        });
        return body;
    }

    /** Cancels the request. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean first = super.cancel(mayInterruptIfRunning);
        CompletableFuture<?> sending = sent;
        if (sending != null) {
            sending.cancel(true);
        }
        return first;
    }
}
