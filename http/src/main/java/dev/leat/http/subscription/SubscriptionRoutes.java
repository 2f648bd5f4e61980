package dev.leat.http.subscription;

import dev.leat.api.spi.Engine;
import dev.leat.api.spi.WebhookCall;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.ProblemException;
import dev.leat.http.exchange.ProblemForm;
import dev.leat.http.exchange.ReservedPaths;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.TraceMemo;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Routes below {@code __ds}: subscriptions, and the keys to check their webhooks' signatures with. */
public final class SubscriptionRoutes implements AutoCloseable {

    /** Paths that begin with this segment belong to the protocol itself. */
    public static final String RESERVED = ReservedPaths.PROTOCOL;

    /** The form of problems on these routes. */
    public static final ProblemForm PROBLEMS = ProtocolErrors.FORM;

    private final ServerContext context;
    private final ServerSecrets secrets;
    private final SubscriptionAdminRoutes manage;
    private final WakeRoutes work;
    private final WebhookSender sender;

    public SubscriptionRoutes(
            Engine engine, ServerContext context, Vertx vertx, WebhookSettings settings, TraceMemo traces) {
        InstantSource clock = InstantSource.system();
        Destinations destinations = new Destinations(settings, Resolver.ofSystem(vertx));
        this.context = context;
        this.secrets = new ServerSecrets(engine);
        this.sender = new WebhookSender(
                engine, vertx, secrets, destinations, traces, settings, WebhookSender.options(settings), clock);
        this.manage = new SubscriptionAdminRoutes(engine, secrets, destinations, sender);
        this.work = new WakeRoutes(engine, secrets, settings.tokenLife(), clock);
    }

    /** The action that the caller must be allowed, and on which path. */
    public record Need(Action action, String path) {}

    /** Begins to call webhooks. Workers of subscriptions that were not created over HTTP answer to the URL. */
    public void start(String ownUrl) {
        sender.start(call -> baseUrl(call, ownUrl));
    }

    private String baseUrl(WebhookCall call, String ownUrl) {
        String configured = context.publicUrl();
        String remembered = call.webhook().baseUrl();
        return configured != null ? configured : remembered != null ? remembered : ownUrl;
    }

    /** Stops calling webhooks. What is due waits in the engine. */
    @Override
    public void close() {
        sender.close();
    }

    /**
     * Returns what a request needs; null if nothing, because the answer is public or because the request carries the
     * token of a wake.
     *
     * @param encoded what follows {@code __ds/} in the URL's path
     */
    public static @Nullable Need need(String encoded) {
        try {
            return switch (SubscriptionTarget.parse(encoded).orElse(null)) {
                case SubscriptionTarget.Work(var id, var verb) when verb != SubscriptionTarget.Verb.CLAIM -> null;
                case SubscriptionTarget.OfSubscription route ->
                    new Need(Action.ADMIN, RESERVED + "/subscriptions/" + route.id());
                case SubscriptionTarget.Keys ignored -> null;
                case null -> null;
            };
        } catch (ProblemException e) {
            return null; // is refused in any case
        }
    }

    /**
     * Answers a request.
     *
     * @param encoded what follows {@code __ds/} in the URL's path
     * @param permit of the caller; null if {@link #need} says that the request needs nothing
     */
    public void handle(Exchange exchange, String encoded, @Nullable Permit permit) {
        Optional<SubscriptionTarget> route = SubscriptionTarget.parse(encoded);
        if (route.isEmpty()) {
            exchange.refuse(Problem.of(404, "route-not-found", "there is nothing at this path; it is reserved"));
            return;
        }
        String method = exchange.method().name();
        switch (route.get()) {
            case SubscriptionTarget.Keys ignored when method.equals("GET") -> jwks(exchange);
            case SubscriptionTarget.Itself(var id)
            when method.equals("PUT") -> manage.put(exchange, id, Objects.requireNonNull(permit));
            case SubscriptionTarget.Itself(var id) when method.equals("GET") -> manage.get(exchange, id);
            case SubscriptionTarget.Itself(var id) when method.equals("DELETE") -> manage.delete(exchange, id);
            case SubscriptionTarget.Streams(var id)
            when method.equals("POST") -> manage.link(exchange, id, Objects.requireNonNull(permit));
            case SubscriptionTarget.Stream(var id, var path)
            when method.equals("DELETE") -> manage.unlink(exchange, id, path);
            case SubscriptionTarget.Work some when method.equals("POST") -> work.handle(exchange, some);
            default -> refuseMethod(exchange, route.get().methods());
        }
    }

    private static void refuseMethod(Exchange exchange, String methods) {
        exchange.refuse(
                Problem.of(405, "method-not-allowed", "this takes " + methods).with(HeaderNames.ALLOW, methods));
    }

    private void jwks(Exchange exchange) {
        secrets.with(exchange, ring -> {
            exchange.answer(200)
                    .putHeader(HeaderNames.CONTENT_TYPE, "application/jwk-set+json")
                    .putHeader(HeaderNames.CACHE_CONTROL, "public, max-age=300");
            exchange.end(Json.bytes(ring.signing().jwks()));
        });
    }
}
