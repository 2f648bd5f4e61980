package dev.leat.client.transport;

import dev.leat.api.Rejection;
import dev.leat.api.Reply;
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

/** Brings requests to one server and answers back. Connections are shared and kept; no thread waits for an answer. */
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
     * @param executor runs whatever an answer sets off
     * @param headers what every request says, such as who asks; asked for each time
     * @param parameters what the URL of every request says; asked for each time
     * @param timeout how long an answer may take
     * @param atLeastOnce whether also that is repeated which may have been carried out, and is another thing done twice
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

    /** Asks, repeats if that can be done without harm, and replies once. Closing what is returned gives up. */
    public <O> RepeatedRequest<O> send(ClientRequest request, ResponseReader<O> reading, Reply<? super O> reply) {
        return sendOnce(atLeastOnce ? request.repeatable(true) : request, reading, reply);
    }

    /** Asks for something that would do harm if it were done twice, however little the client minds that otherwise. */
    public <O> RepeatedRequest<O> sendOnce(ClientRequest request, ResponseReader<O> reading, Reply<? super O> reply) {
        RepeatedRequest<O> asking = new RepeatedRequest<>(this, request, reading, reply);
        asking.start();
        return asking;
    }

    /** Opens an answer that is read as it comes, once. */
    public CompletableFuture<Response> open(ClientRequest request, HttpResponse.BodyHandler<byte[]> handler) {
        return PendingResponse.start(lanes, prepared(request, null), handler, false);
    }

    /** The whole request, with who asks. */
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

    /** How long an answer may take. */
    public Duration timeout() {
        return timeout;
    }

    public RetryPolicy retries() {
        return retries;
    }

    /** Notes that there was a connection. */
    void reached() {
        if (!reached) {
            reached = true;
        }
    }

    /** Whether there ever was a connection to the server. */
    public boolean wasReached() {
        return reached;
    }

    /** Runs something a little later, without a thread that waits. */
    public void later(long millis, Runnable task) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, executor)
                .execute(task);
    }

    public Executor executor() {
        return executor;
    }

    /** Keeps something to be closed with the transport. If that is closed already, so is this, at once. */
    public void opened(AutoCloseable something) {
        open.add(something);
        if (closed) {
            close(something);
        }
    }

    public void ended(AutoCloseable something) {
        open.remove(something);
    }

    public boolean isClosed() {
        return closed;
    }

    /** What whoever asks a transport that is closed is told. */
    public static Rejection closedRefusal() {
        return new Rejection.Unavailable("the client is closed", Duration.ZERO);
    }

    /** Where the server is, for the person who will read it. */
    String server() {
        return base;
    }

    /** Gives up what is on its way, and refuses everything else. */
    @Override
    public void close() {
        closed = true;
        open.forEach(Transport::close);
    }

    /** Closes what cannot fail to be closed. */
    public static void close(AutoCloseable something) {
        try {
            something.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
