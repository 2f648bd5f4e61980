package dev.leat.bench;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Submits commands with many on their way at once: for filling, where the answers do not matter. */
final class Pump {
    private static final int WINDOW = 256;

    private final Engine engine;
    private final Semaphore window = new Semaphore(WINDOW);
    private volatile @Nullable Rejection failure;

    Pump(Engine engine) {
        this.engine = engine;
    }

    static Command.Create create(StreamPath path, StreamConfig config) {
        return new Command.Create(
                path, config.contentType(), config.lifetime(), config.body(), config.closed(), config.fork());
    }

    void submit(Command<?> command) throws InterruptedException {
        window.acquire();
        submitNow(command);
    }

    private <O extends Outcome> void submitNow(Command<O> command) {
        engine.submit(command, new Reply<O>() {
            @Override
            public void answered(O outcome) {
                window.release();
            }

            @Override
            public void refused(Rejection rejection) {
                if (rejection instanceof Rejection.Overloaded overloaded) {
                    CompletableFuture.delayedExecutor(overloaded.retryAfter().toMillis(), TimeUnit.MILLISECONDS)
                            .execute(() -> submitNow(command));
                } else {
                    failure = rejection;
                    window.release();
                }
            }
        });
    }

    /** Waits for the answers to all commands. */
    void finish() throws InterruptedException {
        window.acquire(WINDOW);
        window.release(WINDOW);
        Rejection rejection = failure;
        if (rejection != null) {
            throw new IllegalStateException(rejection.reason());
        }
    }
}
