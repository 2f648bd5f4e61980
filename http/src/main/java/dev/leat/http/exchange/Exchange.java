package dev.leat.http.exchange;

import dev.leat.api.Rejection;
import dev.leat.http.metrics.Route;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** One request and its answer. Lives on one event loop. */
public final class Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final int LONGEST_REQUEST_ID = 128;

    private final ServerContext context;
    private final HttpServerRequest request;
    private final Loop loop = Loop.current();
    private final long started = System.nanoTime();
    private @Nullable String requestId;
    private Outlook outlook = Outlook.NONE;
    private Route route = Route.OTHER;
    private long fileBytes;
    private ProblemForm form = ProblemForm.RFC_9457;
    private boolean receiving;

    /** Is told how an exchange went. */
    public interface Outlook {
        Outlook NONE = (exchange, status) -> {};

        void ended(Exchange exchange, int status);
    }

    public Exchange(ServerContext context, HttpServerRequest request) {
        this.context = context;
        this.request = request;
    }

    public ServerContext context() {
        return context;
    }

    public HttpServerRequest request() {
        return request;
    }

    public HttpServerResponse response() {
        return request.response();
    }

    public Loop loop() {
        return loop;
    }

    public HttpMethod method() {
        return request.method();
    }

    public @Nullable String header(CharSequence name) {
        return request.headers().get(name);
    }

    /** The value of a header that is a list: its lines are one. */
    public @Nullable String list(CharSequence name) {
        List<String> lines = request.headers().getAll(name);
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    public long nanos() {
        return System.nanoTime() - started;
    }

    /** Tells somebody when the answer is written. */
    public void onEnd(Outlook other) {
        outlook = other;
    }

    /** Says what the request is about. */
    public void is(Route what) {
        route = what;
    }

    public Route route() {
        return route;
    }

    /** The answer has bytes that did not come through here. */
    public void sentFromFile(long bytes) {
        fileBytes += bytes;
    }

    public long sentBytes() {
        return request.response().bytesWritten() + fileBytes;
    }

    /** Has problems written down in another form from now on. */
    public void problemsAs(ProblemForm other) {
        form = other;
    }

    /** Whether its body is still on its way. */
    boolean isReceiving() {
        return receiving;
    }

    void receiving(boolean on) {
        receiving = on;
    }

    /** Where the client is, without its port. */
    public String remoteHost() {
        SocketAddress address = request.remoteAddress();
        String host = address == null ? null : address.hostAddress();
        return host == null ? "-" : host;
    }

    /** What the client calls the request, or else a name that we give it; made when it is first needed. */
    public String requestId() {
        String id = requestId;
        if (id == null) {
            String given = header(HeaderNames.REQUEST_ID);
            id = given != null && isPlain(given)
                    ? given
                    : Long.toHexString(ThreadLocalRandom.current().nextLong());
            requestId = id;
        }
        return id;
    }

    private static boolean isPlain(String id) {
        return !id.isEmpty() && id.length() <= LONGEST_REQUEST_ID && id.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    }

    /** What the client calls this server: the beginning of every absolute URL that it gets. */
    public String baseUrl() {
        String url = context.publicUrl();
        if (url != null) {
            return url;
        }
        HostAndPort named = request.authority(); // HTTP/1.0 need not say it
        return (context.tls() ? "https://" : "http://") + (named == null ? localHost() : named.toString());
    }

    private String localHost() {
        SocketAddress address = request.localAddress();
        return address.hostAddress() + ":" + address.port();
    }

    /** Begins the answer, with the headers that every answer has. */
    public HttpServerResponse answer(int status) {
        HttpServerResponse response = request.response().setStatusCode(status);
        response.putHeader(HeaderNames.CONTENT_TYPE_OPTIONS, HeaderNames.NOSNIFF)
                .putHeader(HeaderNames.RESOURCE_POLICY, HeaderNames.CROSS_ORIGIN);
        String origin = header(HttpHeaders.ORIGIN);
        if (origin != null || isCacheable()) {
            context.cors().expose(response, origin);
        }
        if (header(HeaderNames.REQUEST_ID) != null) {
            response.putHeader(HeaderNames.REQUEST_ID, requestId());
        }
        return response;
    }

    /** A cache may hand the answer to a page of another origin, whoever asked first. */
    private boolean isCacheable() {
        return method().equals(HttpMethod.GET) || method().equals(HttpMethod.HEAD);
    }

    /** Ends an answer that was begun and has no body. */
    @SuppressWarnings("FutureReturnValueIgnored") // a client that is gone needs no answer
    public void end() {
        request.response().end();
        finished();
    }

    /** Ends an answer that was begun. */
    @SuppressWarnings("FutureReturnValueIgnored") // as above
    public void end(Buffer body) {
        request.response().end(body);
        finished();
    }

    /**
     * Ends an answer that was begun, and that must not be lost.
     *
     * @param lost what to do if it could not be written
     */
    public void end(Buffer body, Runnable lost) {
        request.response().end(body).onFailure(failure -> lost.run());
        finished();
    }

    /** For answers that were written piece by piece, and for clients that did not wait for one. */
    public void finished() {
        Outlook told = outlook;
        outlook = Outlook.NONE;
        HttpServerResponse response = request.response();
        told.ended(this, response.headWritten() || response.ended() ? response.getStatusCode() : 0);
    }

    /** Ends what the client will not end: the request alone where it shares a connection, else the connection. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing is left to do
    void abandon() {
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset();
        } else {
            request.connection().close();
        }
    }

    /** Logs something with the names of this request: its id, and the trace that it belongs to. */
    public void logged(Runnable log) {
        String trace = header(HeaderNames.TRACEPARENT);
        MDC.put("request", requestId());
        if (trace != null && trace.length() <= LONGEST_REQUEST_ID) {
            MDC.put("trace", trace);
        }
        try {
            log.run();
        } finally {
            MDC.remove("request");
            MDC.remove("trace");
        }
    }

    /** Goes on with the request; whatever goes wrong, the client gets an answer. */
    public void attempt(Runnable step) {
        try {
            step.run();
        } catch (ProblemException e) {
            refuse(e.problem());
        } catch (RuntimeException e) {
            logged(() -> LOG.error("a request failed", e));
            refuse(Problem.of(500, "internal-error", "the server has a bug; its log says more"));
        }
    }

    public void refuse(Rejection rejection) {
        refuse(Problems.from(rejection));
    }

    public void refuse(Problem problem) {
        if (request.response().ended() || request.response().headWritten()) {
            return;
        }
        HttpServerResponse response = answer(problem.status());
        problem.headers().forEach(response::putHeader);
        response.putHeader(HttpHeaders.CACHE_CONTROL, HeaderNames.NO_STORE)
                .putHeader(HeaderNames.REQUEST_ID, requestId())
                .putHeader(HttpHeaders.CONTENT_TYPE, form.contentType());
        end(Buffer.buffer(form.body(problem, requestId())));
    }
}
