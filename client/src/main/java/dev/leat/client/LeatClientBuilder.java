package dev.leat.client;

import dev.leat.client.stream.StreamRequests;
import dev.leat.client.transport.ConnectionPool;
import dev.leat.client.transport.RetryPolicy;
import dev.leat.client.transport.Transport;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LeatClient}. The defaults suit most applications. */
public final class LeatClientBuilder {
    private static final int THREADS =
            Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors()));
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final URI url;
    private final Map<String, Supplier<String>> headers = new LinkedHashMap<>();
    private final Map<String, Supplier<String>> parameters = new LinkedHashMap<>();
    private @Nullable SSLContext tls;
    private @Nullable Executor executor;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration timeout = Duration.ofSeconds(30);
    private RetryPolicy retries = RetryPolicy.DEFAULT;
    private @Nullable Duration firstContact;
    private boolean atLeastOnce;
    private boolean sse = true;
    private String streams = StreamRequests.ROOT;
    private HttpClient.Version version = HttpClient.Version.HTTP_1_1;

    LeatClientBuilder(URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if ((!scheme.equals("http") && !scheme.equals("https")) || url.getHost() == null) {
            throw new IllegalArgumentException("the URL of a server is such as http://127.0.0.1:4437, not " + url);
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the URL of a server has no query, fragment or user: " + url);
        }
        this.url = url;
    }

    /** Sets the credentials: an API key, or a token that does not change. */
    public LeatClientBuilder token(String value) {
        return token(() -> value);
    }

    /** Sets the credentials: a token that is fetched for every request, so the supplier should return at once. */
    public LeatClientBuilder token(Supplier<String> value) {
        return header("Authorization", () -> "Bearer " + value.get());
    }

    /** Adds a header field to every request. The supplier is called for each. */
    public LeatClientBuilder header(String name, Supplier<String> value) {
        headers.put(name, value);
        return this;
    }

    /** Adds a query parameter to every request, for servers that take credentials in the URL. The supplier is called for each. */
    public LeatClientBuilder parameter(String name, Supplier<String> value) {
        parameters.put(name, value);
        return this;
    }

    /** Sets the path under which streams are: {@code /v1/stream/} by default. Other servers of the protocol have another. */
    public LeatClientBuilder streamsAt(String path) {
        if (!path.startsWith("/") || !path.endsWith("/")) {
            throw new IllegalArgumentException("the URLs of streams begin with a path between slashes, not " + path);
        }
        this.streams = path;
        return this;
    }

    /** Sets the TLS context, if the server's certificate is not one that the JVM trusts. */
    public LeatClientBuilder tls(SSLContext value) {
        this.tls = value;
        return this;
    }

    /** Sets the timeout of a connection: 5 seconds by default. */
    public LeatClientBuilder connectTimeout(Duration value) {
        this.connectTimeout = value;
        return this;
    }

    /** Sets the timeout of an answer: 30 seconds by default. For a request that waits, such as a receive, its wait is added. */
    public LeatClientBuilder timeout(Duration value) {
        this.timeout = value;
        return this;
    }

    /**
     * Sets how long a request is repeated while the server cannot be reached or is overloaded: 30 seconds by default, zero for no
     * repetition. Only a request that was certainly not carried out, or that is idempotent, is repeated.
     */
    public LeatClientBuilder retryFor(Duration patience) {
        this.retries = retries.withPatience(patience);
        return this;
    }

    /**
     * Sets how long a request is repeated while the server was never reached: 3 seconds by default, or {@link #retryFor} if that is
     * shorter, so that a wrong URL fails soon. An application that can start before its server needs more.
     */
    public LeatClientBuilder waitForServer(Duration patience) {
        this.firstContact = patience;
        return this;
    }

    /**
     * Also repeats requests that may have been carried out, such as an append without a producer's stamp whose answer was lost. Its
     * messages can then be in the stream twice.
     */
    public LeatClientBuilder atLeastOnce() {
        this.atLeastOnce = true;
        return this;
    }

    /** Follows streams by long polling, for networks that do not let long-lived connections through. */
    public LeatClientBuilder followByLongPoll() {
        this.sse = false;
        return this;
    }

    /** Sets the version of HTTP: 1.1 by default. With HTTP/2, requests share connections. */
    public LeatClientBuilder version(HttpClient.Version value) {
        this.version = value;
        return this;
    }

    /** Sets the executor that handles answers: a few threads of the client by default. Its tasks do not block. */
    public LeatClientBuilder executor(Executor value) {
        this.executor = value;
        return this;
    }

    /** Returns the client. Nothing is sent before its first request. */
    public LeatClient build() {
        ExecutorService own = executor == null ? threads() : null;
        Executor used = executor == null ? Objects.requireNonNull(own) : executor;
        ConnectionPool lanes = version == HttpClient.Version.HTTP_2
                ? ConnectionPool.of2(() -> http(used), url.resolve("/health/live"))
                : ConnectionPool.of11(() -> http(used));
        Transport transport = new Transport(lanes, used, url, headers, parameters, timeout, repeating(), atLeastOnce);
        return new LeatClient(transport, new StreamRequests(transport, streams, sse), () -> {
            if (own != null) {
                own.shutdown();
            }
        });
    }

    private RetryPolicy repeating() {
        if (firstContact != null) {
            return retries.withFirstContact(firstContact);
        }
        boolean shorter = retries.patience().compareTo(retries.firstContact()) < 0;
        return shorter ? retries.withFirstContact(retries.patience()) : retries;
    }

    private HttpClient http(Executor used) {
        HttpClient.Builder http = HttpClient.newBuilder()
                .version(version)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(used);
        if (tls != null) {
            http.sslContext(tls);
        }
        return http.build();
    }

    private static ExecutorService threads() {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "leat-client-" + NUMBER.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
