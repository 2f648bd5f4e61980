package dev.leat.client.transport;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends requests to one server and replies with the answers. Connections are pooled; no thread blocks for an answer. */
public final class Transport implements AutoCloseable {
    private final ConnectionPool lanes;
    private final Executor executor;
    private final String base;
    private final Map<String, Supplier<String>> headers;
    private final Map<String, Supplier<String>> parameters;
    private final Duration timeout;
    private final RetryPolicy retries;
    private final boolean atLeastOnce;
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile boolean reached;

    /**
     * @param executor runs the replies
     * @param headers header fields of every request, such as credentials; evaluated for each
     * @param parameters query parameters of every request; evaluated for each
     * @param timeout how long an answer may take
     * @param atLeastOnce whether requests that are not idempotent are repeated although they may have been carried out
     */
    public Transport(
            ConnectionPool lanes,
            Executor executor,
            URI base,
            Map<String, Supplier<String>> headers,
            Map<String, Supplier<String>> parameters,
            Duration timeout,
            RetryPolicy retries,
            boolean atLeastOnce) {
        this.lanes = lanes;
        this.executor = executor;
        this.base = withoutSlash(base.toString());
        this.headers = Map.copyOf(headers);
        this.parameters = Map.copyOf(parameters);
        this.timeout = timeout;
        this.retries = retries;
        this.atLeastOnce = atLeastOnce;
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** Sends a request, repeats it as far as allowed, and replies once. Closing the result cancels it. */
    public <O> RepeatedRequest<O> send(ClientRequest request, ResponseReader<O> reading, Reply<? super O> reply) {
        return sendOnce(atLeastOnce ? request.repeatable(true) : request, reading, reply);
    }

    /** Sends a request whose second execution would remove something: {@code atLeastOnce} does not apply. */
    public <O> RepeatedRequest<O> sendOnce(ClientRequest request, ResponseReader<O> reading, Reply<? super O> reply) {
        RepeatedRequest<O> asking = new RepeatedRequest<>(this, request, reading, reply);
        asking.start();
        return asking;
    }

    /** Sends a request whose body is read as it arrives. It is not repeated. */
    public CompletableFuture<Response> open(ClientRequest request, HttpResponse.BodyHandler<byte[]> handler) {
        return PendingResponse.start(lanes, prepared(request, null), handler, false);
    }

    /** Returns the HTTP request with header fields and parameters. */
    private HttpRequest prepared(ClientRequest request, @Nullable Duration limit) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(base + withParameters(request.target())))
                .method(
                        request.method(),
                        request.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(request.body()));
        request.headers().forEach(builder::setHeader);
        headers.forEach((name, value) -> builder.setHeader(name, value.get()));
        if (limit != null) {
            builder.timeout(limit);
        }
        return builder.build();
    }

    private String withParameters(String target) {
        if (parameters.isEmpty()) {
            return target;
        }
        StringBuilder all = new StringBuilder(target);
        char separator = target.indexOf('?') < 0 ? '?' : '&';
        for (Map.Entry<String, Supplier<String>> parameter : parameters.entrySet()) {
            all.append(separator)
                    .append(UrlText.segment(parameter.getKey()))
                    .append('=')
                    .append(UrlText.segment(parameter.getValue().get()));
            separator = '&';
        }
        return all.toString();
    }

    CompletableFuture<Response> attempt(ClientRequest request, boolean repeated) {
        Duration limit = request.timeout() == null ? timeout : request.timeout();
        return PendingResponse.start(
                lanes, prepared(request, limit), HttpResponse.BodyHandlers.ofByteArray(), repeated);
    }

    /** Returns the timeout of an answer. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns the backoff of repeated requests. */
    public RetryPolicy retries() {
        return retries;
    }

    /** Records that the server was reached. */
    void reached() {
        if (!reached) {
            reached = true;
        }
    }

    /** Returns whether the server was ever reached. */
    public boolean wasReached() {
        return reached;
    }

    /** Runs a task after a delay. */
    public void later(long millis, Runnable task) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, executor)
                .execute(task);
    }

    /** Returns the executor that runs the replies. */
    public Executor executor() {
        return executor;
    }

    /** Registers a resource to be closed with the transport; closes it at once if the transport is closed. */
    public void opened(AutoCloseable something) {
        open.add(something);
        if (closed) {
            close(something);
        }
    }

    /** Removes a resource that {@link #opened} registered. */
    public void ended(AutoCloseable something) {
        open.remove(something);
    }

    /** Returns whether the transport is closed. */
    public boolean isClosed() {
        return closed;
    }

    /** Returns the rejection of requests to a closed transport. */
    public static Rejection closedRefusal() {
        return new Rejection.Unavailable("the client is closed", Duration.ZERO);
    }

    /** Returns the address of the server, for messages. */
    String server() {
        return base;
    }

    /** Cancels the pending requests and refuses further ones. */
    @Override
    public void close() {
        closed = true;
        open.forEach(Transport::close);
    }

    /** Closes a resource whose close method does not fail. */
    public static void close(AutoCloseable something) {
        try {
            something.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
