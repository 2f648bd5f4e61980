package dev.leat.client.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import org.jspecify.annotations.Nullable;

/** Notifies of changes of a stream by following it from its tail, until the follower ends. */
public final class StreamWatch implements Registration {
    private final Following following;
    private final Runnable changed;
    private volatile boolean over;

    private StreamWatch(Following following, Runnable changed) {
        this.following = following;
        this.changed = changed;
    }

    /** Starts to watch a stream. The reply gets the registration, or a rejection if the stream cannot be followed. */
    public static void start(
            StreamRequests streams, StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        streams.head(path, new Reply<StreamInfo>() {
            @Override
            public void answered(StreamInfo info) {
                StreamWatch watch = new StreamWatch(streams.follow(path), changed);
                reply.answered(watch);
                watch.from(info.tail());
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(rejection);
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage takes the outcome
    private void from(Offset offset) {
        following.next(offset).whenComplete(this::moved);
    }

    private void moved(@Nullable Slice slice, @Nullable Throwable failure) {
        boolean last = slice == null || slice.closed();
        over = last;
        changed.run();
        if (slice != null && !last) {
            from(slice.next());
        }
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void close() {
        following.close();
    }
}
