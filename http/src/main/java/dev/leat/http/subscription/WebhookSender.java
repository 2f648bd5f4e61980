package dev.leat.http.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Command.WebhookAnswered.Answer;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.TraceMemo;
import dev.leat.http.subscription.Destinations.Destination;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of webhook calls: makes the calls that the engine asks for and reports their outcomes. The engine decides
 * about retries. Runs on one event loop.
 */
final class WebhookSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);

    /** Many servers close connections after five quiet seconds; one that they are about to close is of no use. */
    private static final int KEEP_ALIVE_SECONDS = 2;

    private final Engine engine;
    private final Vertx vertx;
    private final Context context;
    private final HttpClient client;
    private final ServerSecrets secrets;
    private final Destinations destinations;
    private final TraceMemo traces;
    private final WebhookSettings settings;
    private final InstantSource clock;
    private final Lanes lanes;
    private Function<WebhookCall, String> baseUrl = call -> "";
    private @Nullable Registration registration;

    WebhookSender(
            Engine engine,
            Vertx vertx,
            ServerSecrets secrets,
            Destinations destinations,
            TraceMemo traces,
            WebhookSettings settings,
            HttpClientOptions options,
            InstantSource clock) {
        this.engine = engine;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.client = vertx.createHttpClient(options, pool(settings));
        this.secrets = secrets;
        this.destinations = destinations;
        this.traces = traces;
        this.settings = settings;
        this.clock = clock;
        this.lanes = new Lanes(settings.concurrency(), settings.perHost());
    }

    /** Hosts have to prove with their certificates who they are, because nothing here says otherwise. */
    static HttpClientOptions options(WebhookSettings settings) {
        return new HttpClientOptions()
                .setConnectTimeout(Math.toIntExact(settings.connect().toMillis()))
                .setSslHandshakeTimeout(settings.connect().toSeconds())
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS);
    }

    private static PoolOptions pool(WebhookSettings settings) {
        return new PoolOptions().setHttp1MaxSize(settings.perHost());
    }

    /**
     * Begins to call webhooks.
     *
     * @param callbackBase returns the URL of this server for the worker of a call
     */
    void start(Function<WebhookCall, String> callbackBase) {
        baseUrl = callbackBase;
        registration = engine.onWake(call -> context.runOnContext(now -> take(call)));
    }

    /** Calls of a subscription that was deleted need not be made any more. */
    void forget(SubscriptionId id) {
        context.runOnContext(now -> lanes.forget(id));
    }

    @Override
    public void close() {
        Registration begun = registration;
        if (begun != null) {
            begun.close();
        }
    }

    private void take(WebhookCall call) {
        lanes.add(lane(call.url()), call);
        proceed();
    }

    private static String lane(String url) {
        try {
            return WebhookUrl.parse(url).lane();
        } catch (RefusedUrl e) {
            return ""; // will be refused again when its turn comes
        }
    }

    private void proceed() {
        for (Lanes.Turn turn = lanes.next(); turn != null; turn = lanes.next()) {
            Lanes.Turn now = turn;
            if (now.call().wake().leaseUntil().isBefore(clock.instant())) {
                lanes.ended(now.lane()); // it waited for too long, and the engine has begun another wake
            } else {
                make(now.call()).onComplete(answer -> {
                    lanes.ended(now.lane());
                    context.runOnContext(next -> proceed());
                });
            }
        }
    }

    private Future<Answer> make(WebhookCall call) {
        WebhookRequest delivery = new WebhookRequest(client, settings);
        long timer = vertx.setTimer(
                settings.total().toMillis(), late -> delivery.fail(new TimeoutException("it took too long")));
        destinations
                .find(call.url())
                .compose(destination -> Future.fromCompletionStage(secrets.keys(), context)
                        .map(ring -> send(delivery, call, destination, ring)))
                .onFailure(delivery::fail);
        return delivery.outcome().recover(failure -> failed(call, failure)).onSuccess(answer -> {
            vertx.cancelTimer(timer);
            tell(call, answer);
        });
    }

    private WebhookRequest send(WebhookRequest delivery, WebhookCall call, Destination to, ServerSecrets.Keys ring) {
        Wake wake = call.wake();
        Instant now = clock.instant();
        String token = ring.tokens().issue(wake, now.plus(settings.tokenLife()));
        byte[] body = Json.bytes(Answers.call(wake, baseUrl.apply(call), token));
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", Json.CONTENT_TYPE);
        headers.put("User-Agent", "leat");
        headers.put("Webhook-Signature", ring.signing().newest().signature(now.getEpochSecond(), body));
        trace(wake, headers);
        delivery.send(to, headers, body);
        return delivery;
    }

    /** Continues the trace of the request that changed the first stream with a known trace. */
    private void trace(Wake wake, Map<String, String> headers) {
        for (LinkedStream stream : wake.streams()) {
            TraceMemo.Trace trace = stream.pending() ? traces.find(stream.path()) : null;
            if (trace != null) {
                headers.put("traceparent", trace.parent());
                String state = trace.state();
                if (state != null) {
                    headers.put("tracestate", state);
                }
                return;
            }
        }
    }

    private static Future<Answer> failed(WebhookCall call, Throwable failure) {
        LOG.debug("webhook of {}: attempt {} failed", call.wake().subscription(), call.attempt(), failure);
        return Future.succeededFuture(Answer.FAILED);
    }

    private void tell(WebhookCall call, Answer answer) {
        Wake wake = call.wake();
        engine.submit(
                new Command.WebhookAnswered(wake.subscription(), wake.wakeId(), wake.generation(), answer),
                new Told(wake.subscription()));
    }

    /** An outcome that the engine does not learn is like none: the lease ends, and it wakes again. */
    private record Told(SubscriptionId id) implements Reply<Outcome.Settled> {

        @Override
        public void answered(Outcome.Settled outcome) {}

        @Override
        public void refused(Rejection rejection) {
            LOG.debug("the outcome of the webhook of {} was refused: {}", id, rejection.reason());
        }
    }
}
