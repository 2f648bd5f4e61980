package dev.leat.http.subscription;

import dev.leat.api.RejectedException;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.http.exchange.Exchange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The server's signing secrets, which the engine stores. They are generated if there are none, and fetched when they
 * are first needed.
 */
final class ServerSecrets {
    static final String SIGNING_KEY = "webhook-signing-key";
    static final String TOKEN_KEY = "wake-token-key";

    private final Engine engine;
    private volatile @Nullable CompletableFuture<Keys> fetched;

    ServerSecrets(Engine engine) {
        this.engine = engine;
    }

    record Keys(SigningKeys signing, WakeTokens tokens) {}

    /**
     * Returns the keys; fetches again after a failure. Two concurrent fetches get the same keys: the engine keeps the
     * first ones.
     */
    CompletableFuture<Keys> keys() {
        CompletableFuture<Keys> keys = fetched;
        if (keys == null || keys.isCompletedExceptionally()) {
            keys = fetch();
            fetched = keys;
        }
        return keys;
    }

    private CompletableFuture<Keys> fetch() {
        return engine.callAsync(new Command.KeepSecret(SIGNING_KEY, SigningKey.generate()))
                .thenCombine(
                        engine.callAsync(new Command.KeepSecret(TOKEN_KEY, WakeTokens.generate())), ServerSecrets::keys)
                .toCompletableFuture();
    }

    private static Keys keys(Outcome.Secret signing, Outcome.Secret token) {
        return new Keys(new SigningKeys(List.of(SigningKey.of(signing.bytes()))), new WakeTokens(token.bytes()));
    }

    /** Goes on with a request as soon as the keys are there, on its event loop. */
    @SuppressWarnings("FutureReturnValueIgnored") // the exchange gets the failure
    void with(Exchange exchange, Consumer<Keys> then) {
        keys().whenComplete((keys, failure) -> exchange.loop()
                .run(() -> exchange.attempt(() -> {
                    if (failure == null) {
                        then.accept(keys);
                    } else {
                        refuse(exchange, failure instanceof CompletionException ? failure.getCause() : failure);
                    }
                })));
    }

    private static void refuse(Exchange exchange, @Nullable Throwable failure) {
        if (failure instanceof RejectedException rejected) {
            exchange.refuse(rejected.rejection());
        } else {
            throw new IllegalStateException("the keys cannot be used", failure);
        }
    }
}
