package dev.leat.client.transport;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One request until it is answered, with its repetitions. An attempt that was certainly not carried out is always repeated; one that
 * may have been only if the request is idempotent. The {@link RetryPolicy} limits the time.
 */
public final class RepeatedRequest<O> implements AutoCloseable {
    private final Transport transport;
    private final ClientRequest request;
    private final ResponseReader<O> reading;
    private final Reply<? super O> reply;
    private final AtomicBoolean over = new AtomicBoolean();
    private final long started = System.nanoTime();
    private int attempts;
    private boolean repeated;
    private volatile @Nullable CompletableFuture<?> attempt;
    private volatile boolean abandoned;

    RepeatedRequest(Transport transport, ClientRequest request, ResponseReader<O> reading, Reply<? super O> reply) {
        this.transport = transport;
        this.request = request;
        this.reading = reading;
        this.reply = reply;
    }

    void start() {
        transport.opened(this);
        send();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage takes the outcome
    private void send() {
        if (over.get()) {
            return;
        }
        attempts++;
        try {
            CompletableFuture<Response> sent = transport.attempt(request, repeated);
            attempt = sent;
            sent.whenCompleteAsync(this::answered, transport.executor());
        } catch (RuntimeException e) { // a supplier of credentials failed, or the request is not valid
            refuse(new Rejection.BadArgument("the request could not be made: " + e));
        }
        if (over.get() || abandoned) {
            giveUp();
        }
    }

    private void answered(@Nullable Response answer, @Nullable Throwable failure) {
        if (answer == null) {
            failed(failure == null ? new CancellationException() : failure);
            return;
        }
        transport.reached();
        try {
            if (reading.isGood(answer)) {
                answer(reading.read(answer));
            } else {
                refused(reading.refused(answer), answer.retryAfter());
            }
        } catch (RejectedException e) {
            refuse(e.rejection());
        } catch (RuntimeException e) {
            String what = transport.server() + " gave an answer that makes no sense: " + e.getMessage();
            refuse(request.isChange() ? new Rejection.OutcomeUnknown(what) : new Rejection.StorageFailed(what));
        }
    }

    private void refused(Rejection rejection, @Nullable Duration wait) {
        boolean undone = rejection instanceof Rejection.Busy;
        if (!(rejection instanceof Rejection.Transient) || !again(undone, wait)) {
            refuse(rejection);
        }
    }

    private void failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean undone = isUnreached(cause) || isUntrusted(cause) || isCrowdedOut(cause);
        if (!isUnreached(cause) && !isUntrusted(cause) && !(cause instanceof CancellationException)) {
            transport.reached();
        }
        if (isUntrusted(cause) || !again(undone, null)) {
            String what = described(cause);
            boolean doubtful = request.isChange() && (repeated || !undone);
            refuse(
                    doubtful
                            ? new Rejection.OutcomeUnknown(what)
                            : new Rejection.Unavailable(what, Duration.ofSeconds(1)));
        }
    }

    /** Returns whether no connection was made. */
    private static boolean isUnreached(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof UnresolvedAddressException;
    }

    /** Returns whether the TLS handshake failed, which a repetition does not change. */
    private static boolean isUntrusted(Throwable cause) {
        return cause instanceof SSLHandshakeException || cause instanceof SSLPeerUnverifiedException;
    }

    /** Returns whether an HTTP/2 connection had no stream left. The JDK says so in the message only. */
    private static boolean isCrowdedOut(Throwable cause) {
        return "too many concurrent streams".equals(cause.getMessage());
    }

    private String described(Throwable cause) {
        if (isUnreached(cause)) {
            return "no server at " + transport.server();
        }
        if (isUntrusted(cause)) {
            return "no safe connection to " + transport.server() + ": " + cause.getMessage();
        }
        if (isCrowdedOut(cause)) {
            return transport.server() + " lets no more requests go on at once";
        }
        return cause instanceof HttpTimeoutException
                ? transport.server() + " took too long to answer"
                : "the connection to " + transport.server() + " was lost: " + cause.getMessage();
    }

    /**
     * Schedules the next attempt; false if the request must not be repeated or its time is over.
     *
     * @param undone whether the last attempt was certainly not carried out
     * @param wait how long the server asks to wait
     */
    private boolean again(boolean undone, @Nullable Duration wait) {
        if (over.get() || abandoned || (!undone && !request.repeatable())) {
            return false;
        }
        long pause = Math.max(transport.retries().pauseMillis(attempts), wait == null ? 0 : wait.toMillis());
        long spent = (System.nanoTime() - started) / 1_000_000;
        if (spent + pause > transport.retries().patience(transport.wasReached()).toMillis()) {
            return false;
        }
        if (!undone && !repeated) {
            repeated = true;
            reply.repeated();
        }
        transport.later(pause, this::send);
        return true;
    }

    private void answer(O outcome) {
        if (over.compareAndSet(false, true)) {
            transport.ended(this);
            reply.answered(outcome);
        }
    }

    private void refuse(Rejection rejection) {
        if (over.compareAndSet(false, true)) {
            transport.ended(this);
            reply.refused(rejection);
        }
    }

    private void giveUp() {
        CompletableFuture<?> sent = attempt;
        if (sent != null) {
            sent.cancel(true);
        }
    }

    /** Cancels the request. An answer that arrived before is replied nevertheless. */
    public void abandon() {
        abandoned = true;
        giveUp();
    }

    /** Cancels the request and refuses the caller. */
    @Override
    public void close() {
        refuse(
                request.isChange() && !request.repeatable() && attempts > 0
                        ? new Rejection.OutcomeUnknown("the client was closed before the answer")
                        : Transport.closedRefusal());
        giveUp();
    }
}
