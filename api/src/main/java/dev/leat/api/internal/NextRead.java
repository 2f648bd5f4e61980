package dev.leat.api.internal;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Waits until there is something to read at an offset. It watches first and reads then, so that nothing that comes in
 * between is missed; one read is on its way at a time.
 */
final class NextRead extends CompletableFuture<Slice> {
    private final Engine engine;
    private final StreamPath path;
    private final AtomicBoolean changed = new AtomicBoolean();
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Offset from;
    private volatile long incarnation = -1;
    private volatile @Nullable Registration watch;

    NextRead(Engine engine, StreamPath path, Offset from) {
        this.engine = engine;
        this.path = path;
        this.from = from;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage only cleans up
    void start() {
        whenComplete((slice, failure) -> unwatch());
        watch();
    }

    private void watch() {
        engine.watch(path, this::read, new Reply<>() {
            @Override
            public void answered(Registration registration) {
                watch = registration;
                if (isDone()) {
                    unwatch();
                }
                read();
            }

            @Override
            public void refused(Rejection rejection) {
                completeExceptionally(RejectedException.withoutTrace(rejection));
            }
        });
    }

    private void read() {
        changed.set(true);
        if (!isDone() && reading.compareAndSet(false, true)) {
            changed.set(false);
            engine.ask(new Query.Read(path, from, DurableStream.READ_BYTES), new Reply<Slice>() {
                @Override
                public void answered(Slice slice) {
                    found(slice);
                }

                @Override
                public void refused(Rejection rejection) {
                    completeExceptionally(RejectedException.withoutTrace(rejection));
                }
            });
        }
    }

    private void found(Slice slice) {
        if (incarnation >= 0 && slice.incarnation() != incarnation) {
            slice.close();
            completeExceptionally(
                    RejectedException.withoutTrace(new Rejection.StreamNotFound(path))); // another has its path now
            return;
        }
        incarnation = slice.incarnation();
        if (slice.length() > 0 || slice.closed()) {
            if (!complete(slice)) {
                slice.close();
            }
            return;
        }
        slice.close();
        from = slice.next(); // pins `now` to the tail of the first look
        reading.set(false);
        Registration registration = watch;
        if (registration != null
                && registration.isOver()) { // the engine had to recover, or another stream may have the path
            registration.close();
            watch = null;
            watch();
        } else if (changed.get()) {
            read();
        }
    }

    private void unwatch() {
        Registration registration = watch;
        if (registration != null) {
            registration.close();
        }
    }
}
