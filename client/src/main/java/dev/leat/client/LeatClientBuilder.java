package dev.leat.client;

import dev.leat.client.stream.StreamCalls;
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

/** How a client asks. What is not said is as good as it gets for most. */
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
    private String streams = StreamCalls.ROOT;
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

    /** Who asks: an API key, or a token that does not change. */
    public LeatClientBuilder token(String value) {
        return token(() -> value);
    }

    /** Who asks: a token that is asked for with every request, so it should be at hand. */
    public LeatClientBuilder token(Supplier<String> value) {
        return header("Authorization", () -> "Bearer " + value.get());
    }

    /** Something that every request says, asked for each time. */
    public LeatClientBuilder header(String name, Supplier<String> value) {
        headers.put(name, value);
        return this;
    }

    /** A query parameter that the URL of every request has, asked for each time: for servers that are told there who asks. */
    public LeatClientBuilder parameter(String name, Supplier<String> value) {
        parameters.put(name, value);
        return this;
    }

    /** Where the URLs of streams begin: {@code /v1/stream/} unless said. Other servers of the protocol have them elsewhere. */
    public LeatClientBuilder streamsAt(String path) {
        if (!path.startsWith("/") || !path.endsWith("/")) {
            throw new IllegalArgumentException("the URLs of streams begin with a path between slashes, not " + path);
        }
        this.streams = path;
        return this;
    }

    /** Whom to trust, where that is not what the JVM trusts. */
    public LeatClientBuilder tls(SSLContext value) {
        this.tls = value;
        return this;
    }

    /** How long reaching the server may take: 5 seconds unless said. */
    public LeatClientBuilder connectTimeout(Duration value) {
        this.connectTimeout = value;
        return this;
    }

    /** How long an answer may take: 30 seconds unless said. What waits on purpose, such as a receive, may take that much longer. */
    public LeatClientBuilder timeout(Duration value) {
        this.timeout = value;
        return this;
    }

    /**
     * How long to go on asking when the server cannot be reached or has too much to do: 30 seconds unless said, zero for not at
     * all. Only what was certainly not carried out, or what is the same done twice, is asked again.
     */
    public LeatClientBuilder retryFor(Duration patience) {
        this.retries = retries.withPatience(patience);
        return this;
    }

    /**
     * How long to go on asking while the server has never been reached: 3 seconds unless said, or as long as {@link #retryFor} if
     * that is shorter. A wrong URL shows soon that way. An application that may be started before its server says more.
     */
    public LeatClientBuilder waitForServer(Duration patience) {
        this.firstContact = patience;
        return this;
    }

    /**
     * Repeats also what may have been carried out, such as an append without a producer's stamp when the answer was lost: it may be
     * there twice then.
     */
    public LeatClientBuilder atLeastOnce() {
        this.atLeastOnce = true;
        return this;
    }

    /** Follows streams by requests that wait, for networks in which connections that stay open do not get through. */
    public LeatClientBuilder followByLongPoll() {
        this.sse = false;
        return this;
    }

    /** Which HTTP to speak: 1.1 unless said. With 2 requests share connections. */
    public LeatClientBuilder version(HttpClient.Version value) {
        this.version = value;
        return this;
    }

    /** Where answers are worked on: a few threads of the client's own unless said. What runs there does not wait. */
    public LeatClientBuilder executor(Executor value) {
        this.executor = value;
        return this;
    }

    public LeatClient build() {
        ExecutorService own = executor == null ? threads() : null;
        Executor used = executor == null ? Objects.requireNonNull(own) : executor;
        ConnectionPool lanes = version == HttpClient.Version.HTTP_2
                ? ConnectionPool.of2(() -> http(used), url.resolve("/health/live"))
                : ConnectionPool.of11(() -> http(used));
        Transport transport = new Transport(lanes, used, url, headers, parameters, timeout, repeating(), atLeastOnce);
        return new LeatClient(transport, new StreamCalls(transport, streams, sse), () -> {
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
