package dev.leat.http.subscription;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.http.exchange.EngineReply;
import dev.leat.http.exchange.Exchange;
import dev.leat.http.exchange.HeaderNames;
import dev.leat.http.exchange.Json;
import dev.leat.http.exchange.RequestBody;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/** What workers do with a wake: claim it, settle it, give it back. All but the first need the wake's token. */
final class WakeRoutes {
    private final Engine engine;
    private final ServerSecrets secrets;
    private final Duration tokenLife;
    private final InstantSource clock;

    WakeRoutes(Engine engine, ServerSecrets secrets, Duration tokenLife, InstantSource clock) {
        this.engine = engine;
        this.secrets = secrets;
        this.tokenLife = tokenLife;
        this.clock = clock;
    }

    void handle(Exchange exchange, SubscriptionTarget.Work work) {
        switch (work.verb()) {
            case CLAIM -> claim(exchange, work.id());
            case SETTLE -> settle(exchange, work.id());
            case RELEASE -> release(exchange, work.id());
        }
    }

    private void claim(Exchange exchange, SubscriptionId id) {
        RequestBody.read(exchange, SubscriptionAdminRoutes.LONGEST_BODY, body -> {
            Command.Claim command = Requests.claim(id, Fields.parse(body));
            secrets.with(exchange, ring -> engine.submit(command, new Claimed(exchange, ring.tokens())));
        });
    }

    private final class Claimed extends EngineReply<Outcome.Claimed> {
        private final WakeTokens tokens;

        Claimed(Exchange exchange, WakeTokens tokens) {
            super(exchange);
            this.tokens = tokens;
        }

        @Override
        protected void write(Outcome.Claimed claimed) {
            String token = tokens.issue(claimed.wake(), clock.instant().plus(tokenLife));
            exchange().answer(200).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
            Json.end(exchange(), Answers.claimed(claimed, token));
        }

        @Override
        protected void refuse(Rejection refusal) {
            if (refusal instanceof Rejection.WakeClaimed claimed) {
                ProtocolErrors.refuse(exchange(), claimed);
            } else {
                super.refuse(refusal);
            }
        }
    }

    private void settle(Exchange exchange, SubscriptionId id) {
        withToken(exchange, id, (token, fields) -> {
            Command.Settle command = Requests.settle(id, fields);
            fence(token, command.wakeId(), command.generation());
            engine.submit(command, new EngineReply<Outcome.Settled>(exchange) {
                @Override
                protected void write(Outcome.Settled settled) {
                    exchange.answer(200).putHeader(HeaderNames.CACHE_CONTROL, HeaderNames.NO_STORE);
                    Json.end(exchange, Answers.settled(settled));
                }
            });
        });
    }

    private void release(Exchange exchange, SubscriptionId id) {
        withToken(exchange, id, (token, fields) -> {
            Command.ReleaseWake command = Requests.release(id, fields);
            fence(token, command.wakeId(), command.generation());
            engine.submit(command, new EngineReply<Outcome.Settled>(exchange) {
                @Override
                protected void write(Outcome.Settled settled) {
                    exchange.answer(204);
                    exchange.end();
                }
            });
        });
    }

    private void withToken(Exchange exchange, SubscriptionId id, BiConsumer<WakeTokens.Claim, Fields> then) {
        RequestBody.read(
                exchange,
                SubscriptionAdminRoutes.LONGEST_BODY,
                body -> secrets.with(exchange, ring -> {
                    String authorization = exchange.header(HeaderNames.AUTHORIZATION);
                    WakeTokens.Claim token = ring.tokens().check(authorization, id, clock.instant());
                    then.accept(token, Fields.parse(body));
                }));
    }

    private static void fence(WakeTokens.Claim token, String wakeId, long generation) {
        if (!token.isFor(wakeId, generation)) {
            throw ProtocolErrors.fenced();
        }
    }
}
