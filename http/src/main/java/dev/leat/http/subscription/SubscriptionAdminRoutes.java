package dev.leat.http.subscription;

import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.StreamPath;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.http.access.Action;
import dev.leat.http.access.Permit;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.Problem;
import dev.leat.http.exchange.RequestBody;
import java.util.List;

/** Routes that create, show and delete subscriptions and their links. */
final class SubscriptionAdminRoutes {

    /** Longest body of these requests, in bytes. */
    static final int LONGEST_BODY = 1 << 20;

    private final Engine engine;
    private final ServerSecrets secrets;
    private final Destinations destinations;
    private final WebhookSender sender;

    SubscriptionAdminRoutes(Engine engine, ServerSecrets secrets, Destinations destinations, WebhookSender sender) {
        this.engine = engine;
        this.secrets = secrets;
        this.destinations = destinations;
        this.sender = sender;
    }

    void put(Exchange exchange, SubscriptionId id, Permit permit) {
        RequestBody.read(exchange, LONGEST_BODY, body -> {
            SubscriptionConfig config = Requests.config(Fields.parse(body), exchange.baseUrl());
            require(permit, config);
            if (config.target() instanceof WakeTarget.Webhook webhook) {
                check(exchange, webhook.url(), () -> subscribe(exchange, id, config));
            } else {
                subscribe(exchange, id, config);
            }
        });
    }

    /**
     * A subscription tells of all streams that it covers, now and later, and writes its wake stream: the caller must be allowed to do
     * both itself.
     */
    private static void require(Permit permit, SubscriptionConfig config) {
        requireRead(permit, config.streams());
        Glob pattern = config.pattern();
        if (pattern != null && !permit.ranges(Action.READ).coversAll(pattern)) {
            String why = "this caller may not read every stream that " + pattern + " can match"
                    + (pattern.pattern().endsWith("/**") ? "; /** at the end matches the path before it, too" : "");
            throw permit.refused(Action.READ, pattern.pattern(), Problem.of(403, "access-refused", why));
        }
        if (config.target() instanceof WakeTarget.PullWake pull) {
            permit.require(Action.APPEND, pull.wakeStream().value());
        }
    }

    private static void requireRead(Permit permit, List<StreamPath> streams) {
        streams.forEach(stream -> permit.require(Action.READ, stream.value()));
    }

    /**
     * Refuses a URL that must not be called. A name that does not resolve now is accepted: it is checked before every
     * request anyway.
     */
    private void check(Exchange exchange, String url, Runnable then) {
        destinations
                .find(url)
                .onComplete(found -> exchange.loop()
                        .run(() -> exchange.attempt(() -> {
                            if (found.cause() instanceof RefusedUrl refused) {
                                throw ProtocolErrors.urlRejected(String.valueOf(refused.getMessage()));
                            }
                            then.run();
                        })));
    }

    private void subscribe(Exchange exchange, SubscriptionId id, SubscriptionConfig config) {
        secrets.with(
                exchange,
                ring -> engine.submit(new Command.Subscribe(id, config), new EngineReply<Outcome.Subscribed>(exchange) {
                    @Override
                    protected void write(Outcome.Subscribed subscribed) {
                        show(exchange, subscribed.isNew() ? 201 : 200, subscribed.info(), ring);
                    }
                }));
    }

    void get(Exchange exchange, SubscriptionId id) {
        secrets.with(
                exchange,
                ring -> engine.ask(new Query.Subscription(id), new EngineReply<SubscriptionInfo>(exchange) {
                    @Override
                    protected void write(SubscriptionInfo info) {
                        show(exchange, 200, info, ring);
                    }
                }));
    }

    private static void show(Exchange exchange, int status, SubscriptionInfo info, ServerSecrets.Keys ring) {
        exchange.answer(status).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
        Json.end(exchange, Answers.subscription(info, ring.signing(), exchange.baseUrl()));
    }

    void delete(Exchange exchange, SubscriptionId id) {
        engine.submit(new Command.Unsubscribe(id), new EngineReply<Outcome.Unsubscribed>(exchange) {
            @Override
            protected void write(Outcome.Unsubscribed gone) {
                sender.forget(id);
                exchange.answer(204);
                exchange.end();
            }
        });
    }

    void link(Exchange exchange, SubscriptionId id, Permit permit) {
        RequestBody.read(exchange, LONGEST_BODY, body -> {
            Command.Link command = Requests.link(id, Fields.parse(body));
            requireRead(permit, command.streams());
            engine.submit(command, new Relinked(exchange));
        });
    }

    void unlink(Exchange exchange, SubscriptionId id, StreamPath stream) {
        engine.submit(new Command.Unlink(id, stream), new Relinked(exchange));
    }

    private static final class Relinked extends EngineReply<Outcome.Relinked> {

        Relinked(Exchange exchange) {
            super(exchange);
        }

        @Override
        protected void write(Outcome.Relinked relinked) {
            exchange().answer(204);
            exchange().end();
        }
    }
}
