package dev.leat.engine.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.Shard;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Calls to a stream's shard that take a few lines to decide. Creating and appending have files of their own. */
final class StreamCalls {
    private StreamCalls() {}

    /** Removes a stream, or hides it while forks read from it. */
    static Decision<DeleteStreamResult> delete(StreamShard shard, Command.Delete command, Changes changes) {
        StreamState stream = shard.find(command.path(), changes);
        if (stream == null) {
            return Decision.reject(new Rejection.StreamNotFound(command.path()));
        }
        return stream.hidden
                ? Decision.reject(new Rejection.StreamGone(command.path()))
                : Decision.accept(new DeleteStreamResult(shard.end(stream, changes, false)));
    }

    /** Makes a source keep its bytes for a fork that is about to be created. */
    static Decision<CreateCall.Resolved> retain(
            StreamShard shard, StreamState source, long position, Command.Create command, Changes changes) {
        Fork fork = Objects.requireNonNull(command.fork());
        if (shard.find(fork.source(), changes) != source || source.gone) {
            return Decision.reject(new Rejection.ForkSourceNotFound(fork.source()));
        }
        if (source.hidden) {
            return Decision.reject(new Rejection.ForkSourceGone(fork.source()));
        }
        long token = shard.retain(source, command.path(), changes);
        changes.afterwards(() -> shard.context().catalog().putSource(source));
        ForkOrigin origin = new ForkOrigin(source.id, token, position, fork);
        return Decision.accept(new CreateCall.Resolved(origin, source.contentType, source.lifetime));
    }

    /** Gives a reference back to its source. Doing it twice does no harm. */
    static final class Release extends Call {
        private final StreamShard shard;
        private final long source;
        private final long token;

        Release(StreamShard shard, long source, long token) {
            this.shard = shard;
            this.source = source;
            this.token = token;
        }

        @Override
        protected void execute(Changes changes) {
            StreamState stream = shard.table().find(source);
            if (stream != null && stream.forks != null && stream.forks.containsKey(token)) {
                shard.release(stream, token, changes);
            }
        }

        @Override
        protected void answer() {}

        @Override
        protected void refuse(Rejection rejection) {} // the next start finds the reference without a fork
    }

    /** Notes in the journal that a stream was read, now and then: a note for every read would be absurd. */
    static final class Touch extends Call {
        private final StreamShard shard;
        private final StreamState stream;

        Touch(StreamShard shard, StreamState stream) {
            this.shard = shard;
            this.stream = stream;
        }

        @Override
        protected void execute(Changes changes) {
            if (!stream.gone && !stream.hidden) {
                shard.touch(stream, stream.accessed, changes);
            }
        }

        @Override
        protected void answer() {
            stream.touching = false;
        }

        @Override
        protected void refuse(Rejection rejection) {
            stream.touching = false;
        }
    }

    /** Lets go of the bytes in memory that the archive has by now. */
    static final class Archived extends Call {
        private final StreamShard shard;
        private final CapturedStreams capture;

        Archived(StreamShard shard, CapturedStreams capture) {
            this.shard = shard;
            this.capture = capture;
        }

        @Override
        protected void execute(Changes changes) {
            for (CapturedStreams.Item item : capture.items()) {
                StreamState stream = item.stream();
                if (!stream.gone) {
                    shard.table().hot(-stream.hot.dropUpTo(item.record().tail()));
                }
            }
        }

        @Override
        protected void answer() {}

        @Override
        protected void refuse(Rejection rejection) {} // the shard is on its way out
    }

    /** Tells which streams of a shard were removed since its last capture, once their removal is durable. */
    static final class Removed extends Call {
        private final Shard shard;
        private final StreamShard streams;
        private final CompletableFuture<List<Long>> answer;

        Removed(Shard shard, StreamShard streams, CompletableFuture<List<Long>> answer) {
            this.shard = shard;
            this.streams = streams;
            this.answer = answer;
        }

        @Override
        protected void execute(Changes changes) {
            shard.endTurn();
            List<Long> removed = streams.table().removed();
            shard.atBoundary(position -> answer.complete(removed));
        }

        @Override
        protected void answer() {}

        @Override
        protected void refuse(Rejection rejection) {
            answer.completeExceptionally(RejectedException.withoutTrace(rejection));
        }
    }
}
