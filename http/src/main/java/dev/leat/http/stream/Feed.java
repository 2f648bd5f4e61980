package dev.leat.http.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Part;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.Loop;
import dev.leat.http.exchange.ServerContext;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * New messages of one stream for all its followers: one watch on the engine, one read and one encoding of a batch for
 * all. It reads on one event loop, its home, and hands each batch to the groups on the others.
 *
 * <p>The home's view of the tail starts when the watch does: the first read only finds out where the tail is, and tells
 * the groups, so that followers that read before that read again. After that every change is read from where the last
 * batch ended.
 */
final class Feed {
    private static final int BATCH_BYTES = 256 << 10;

    private final Feeds feeds;
    private final Engine engine;
    private final ServerContext context;
    private final StreamPath path;
    private final Loop home;
    private final List<FollowerGroup> groups = new CopyOnWriteArrayList<>();
    private final AtomicBoolean poked = new AtomicBoolean();
    private final Runnable pump = this::pump;

    private Offset from = Offset.NOW;
    private long incarnation = -1;
    private boolean reading;
    private boolean again;
    private boolean over;
    private @Nullable Registration watch;

    Feed(Feeds feeds, Engine engine, ServerContext context, StreamPath path, Loop home) {
        this.feeds = feeds;
        this.engine = engine;
        this.context = context;
        this.path = path;
        this.home = home;
    }

    StreamPath path() {
        return path;
    }

    List<FollowerGroup> groups() {
        return groups;
    }

    /** Begins to watch, on the home loop. */
    void start() {
        engine.watch(path, this::changed, new Reply<Registration>() {
            @Override
            public void answered(Registration registration) {
                home.run(() -> watching(registration));
            }

            @Override
            public void refused(Rejection rejection) {
                home.run(() -> lost(rejection));
            }
        });
    }

    private void watching(Registration registration) {
        if (over) {
            registration.close();
        } else {
            watch = registration;
            pump();
        }
    }

    /** Ends the feed. May be called on any thread. */
    void stop() {
        home.run(() -> {
            over = true;
            Registration registration = watch;
            if (registration != null) {
                watch = null;
                registration.close();
            }
        });
    }

    /** Called by the engine's threads, after each commit that changed the stream. */
    private void changed() {
        if (!poked.get() && poked.compareAndSet(false, true)) {
            home.post(pump);
        }
    }

    private void pump() {
        poked.set(false);
        if (over) {
            return;
        }
        if (reading) {
            again = true;
            return;
        }
        Registration registration = watch;
        if (registration != null
                && registration.isOver()) { // the engine had to recover, or another stream may have the path
            registration.close();
            watch = null;
            start();
            return;
        }
        reading = true;
        again = false;
        engine.ask(new Query.Read(path, from, BATCH_BYTES), new Reply<Slice>() {
            @Override
            public void answered(Slice slice) {
                home.run(() -> found(slice));
            }

            @Override
            public void refused(Rejection rejection) {
                home.run(() -> lost(rejection));
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is handled below
    private void found(Slice slice) {
        if (over || (incarnation >= 0 && incarnation != slice.incarnation())) {
            slice.close();
            if (!over) {
                lost(new Rejection.StreamNotFound(path)); // another stream has the path now
            }
            return;
        }
        incarnation = slice.incarnation();
        if (slice.parts().stream().allMatch(Part.Bytes.class::isInstance)) {
            publish(slice, slice.bytes());
        } else { // rare: what is new is in memory
            context.inBackground(slice::bytes)
                    .whenComplete((bytes, failure) -> home.run(() -> {
                        if (failure == null) {
                            publish(slice, bytes);
                        } else {
                            slice.close();
                            lost(
                                    failure instanceof RejectedException refused
                                            ? refused.rejection()
                                            : new Rejection.StorageFailed(String.valueOf(failure.getMessage())));
                        }
                    }));
        }
    }

    private void publish(Slice slice, byte[] stored) {
        slice.close();
        boolean first = from.equals(Offset.NOW);
        boolean news = first || stored.length > 0 || slice.closed();
        from = slice.next();
        reading = false;
        if (news) {
            List<FollowerGroup> now = List.copyOf(groups);
            FeedBatch batch = new FeedBatch(inMemory(slice, stored), stored, feeds.sharing(), now.size());
            for (FollowerGroup group : now) {
                group.loop().run(() -> group.deliver(batch));
            }
        }
        if (again || !slice.upToDate()) {
            pump();
        }
    }

    /** Returns the same messages in memory, independent of files. */
    private static Slice inMemory(Slice slice, byte[] stored) {
        return new Slice(
                slice.path(),
                slice.incarnation(),
                slice.contentType(),
                slice.from(),
                slice.next(),
                slice.upToDate(),
                slice.closed(),
                stored.length == 0 ? List.of() : List.of(new Part.Bytes(ByteBuffer.wrap(stored))),
                slice.ends(),
                () -> {});
    }

    /** Ends the feed and tells all groups. Later followers get another feed, so the groups have all followers of this one. */
    private void lost(Rejection why) {
        stop();
        feeds.forget(this);
        for (FollowerGroup group : groups) {
            group.loop().run(() -> group.lost(why));
        }
    }
}
