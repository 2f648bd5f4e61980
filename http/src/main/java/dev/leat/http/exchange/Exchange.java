package dev.leat.http.exchange;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.http.metrics.Route;
import dev.leat.http.protocol.HttpMethod;
import java.nio.ByteBuffer;
import java.time.Duration;
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
    private final ServerRequest request;
    private final ServerResponse response;
    private final Loop loop;
    private final long started = System.nanoTime();
    private @Nullable String requestId;
    private Outlook outlook = Outlook.NONE;
    private Route route = Route.OTHER;
    private long fileBytes;
    private ProblemForm form = ProblemForm.RFC_9457;
    private int bodyBytes;
    private boolean receiving;

    /** Listener for the end of an exchange. */
    public interface Outlook {
        Outlook NONE = (exchange, status) -> {};

        void ended(Exchange exchange, int status);
    }

    public Exchange(ServerContext context, ServerRequest request, ServerResponse response) {
        this.context = context;
        this.request = request;
        this.response = response;
        this.loop = request.loop();
    }

    public ServerContext context() {
        return context;
    }

    public ServerRequest request() {
        return request;
    }

    public ServerResponse response() {
        return response;
    }

    public Loop loop() {
        return loop;
    }

    public HttpMethod method() {
        return request.method();
    }

    public @Nullable String header(CharSequence name) {
        return request.header(name);
    }

    /** The value of a header that is a list: its lines are one. */
    public @Nullable String list(CharSequence name) {
        List<String> lines = request.headers(name);
        return lines.isEmpty() ? null : String.join(",", lines);
    }

    public long nanos() {
        return System.nanoTime() - started;
    }

    /** Sets the listener that is called when the exchange has ended. */
    public void onEnd(Outlook other) {
        outlook = other;
    }

    /** Sets what the request is about, for metrics. */
    public void is(Route what) {
        route = what;
    }

    public Route route() {
        return route;
    }

    /** Counts bytes of the answer that were not written through this class. */
    public void sentFromFile(long bytes) {
        fileBytes += bytes;
    }

    public long sentBytes() {
        return response.bytes() + fileBytes;
    }

    /** Sets the form in which problems are written from now on. */
    public void problemsAs(ProblemForm other) {
        form = other;
    }

    /** Returns whether the request's body is still being received. */
    public boolean isReceiving() {
        return receiving;
    }

    void receiving(boolean on) {
        receiving = on;
    }

    /** Notes memory of the budget for bodies that this request gives back when it is answered. */
    void holdsBody(int bytes) {
        bodyBytes = bytes;
    }

    private void giveBackBody() {
        if (bodyBytes > 0) {
            context.bodies().giveBack(bodyBytes);
            bodyBytes = 0;
        }
    }

    /** Returns the client's address, without its port. */
    public String remoteHost() {
        String host = request.remoteHost();
        return host == null ? "-" : host;
    }

    /** Returns the request id that the client sent, or else a generated one, which is made when it is first needed. */
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

    /** Returns the server's URL as the client knows it: the beginning of every absolute URL in answers. */
    public String baseUrl() {
        String url = context.publicUrl();
        if (url != null) {
            return url;
        }
        String named = request.authority(); // HTTP/1.0 need not say it
        return (context.tls() ? "https://" : "http://") + (named == null ? request.localAddress() : named);
    }

    /** Begins the answer, with the headers that every answer has. */
    public ServerResponse answer(int status) {
        response.status(status)
                .putHeader(HeaderNames.CONTENT_TYPE_OPTIONS, HeaderNames.NOSNIFF)
                .putHeader(HeaderNames.CONTENT_SECURITY_POLICY, HeaderNames.SANDBOX)
                .putHeader(HeaderNames.RESOURCE_POLICY, HeaderNames.CROSS_ORIGIN);
        String origin = header(HeaderNames.ORIGIN);
        if (origin != null || isCacheable()) {
            context.cors().expose(response, origin);
            CharSequence vary = context.vary().always();
            if (vary != null) {
                response.putHeader(HeaderNames.VARY, vary);
            }
        }
        if (header(HeaderNames.REQUEST_ID) != null) {
            response.putHeader(HeaderNames.REQUEST_ID, requestId());
        }
        return response;
    }

    /** Returns whether a cache may hand this answer to a page of another origin. */
    private boolean isCacheable() {
        return method().equals(HttpMethod.GET) || method().equals(HttpMethod.HEAD);
    }

    /** Ends an answer that was begun and has no body. */
    public void end() {
        giveBackBody();
        response.end(null);
        finished();
    }

    /** Ends an answer that was begun. */
    public void end(byte[] body) {
        end(ByteBuffer.wrap(body));
    }

    /** Ends an answer that was begun. */
    public void end(ByteBuffer... body) {
        giveBackBody();
        response.end(null, body);
        finished();
    }

    /**
     * Ends an answer that was begun, and that must not be lost.
     *
     * @param lost what to do if it could not be written
     */
    public void end(byte[] body, Runnable lost) {
        giveBackBody();
        response.end(
                success -> {
                    if (!success) {
                        lost.run();
                    }
                },
                ByteBuffer.wrap(body));
        finished();
    }

    /** Ends an exchange whose answer was written piece by piece, or whose client left before the answer. */
    public void finished() {
        giveBackBody();
        Outlook told = outlook;
        outlook = Outlook.NONE;
        told.ended(this, response.isBegun() || response.isEnded() ? response.status() : 0);
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

    /** Runs a step of the request; a failure of the step becomes an answer. */
    public void attempt(Runnable step) {
        try {
            step.run();
        } catch (ProblemException e) {
            refuse(e.problem());
        } catch (RejectedException e) {
            refuse(e.rejection());
        } catch (RuntimeException | Error e) {
            if (loop.isOutOfMemory(e)) {
                refuse(Problems.retryLater(
                        Problem.of(503, "overloaded", "the server has no memory left; try again in a moment"),
                        Duration.ofSeconds(1)));
                return;
            }
            logged(() -> LOG.error("a request failed", e));
            refuse(Problem.of(500, "internal-error", "the server has a bug; its log says more"));
        }
    }

    public void refuse(Rejection rejection) {
        refuse(Problems.from(rejection));
    }

    public void refuse(Problem problem) {
        if (response.isEnded()) {
            return;
        }
        if (response.isBegun()) { // too late to say anything else than that this is not all
            response.abandon();
            finished();
            return;
        }
        response.clearHeaders(); // they were for another answer
        answer(problem.status());
        problem.headers().forEach(response::putHeader);
        response.putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE)
                .putHeader(HeaderNames.REQUEST_ID, requestId())
                .putHeader(HeaderNames.CONTENT_TYPE, form.contentType());
        end(form.body(problem, requestId()));
    }
}
