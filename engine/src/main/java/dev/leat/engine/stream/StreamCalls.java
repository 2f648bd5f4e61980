package dev.leat.engine.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Calls to a stream's shard that take a few lines to decide. Creating and appending have files of their own. */
final class StreamCalls {
    private StreamCalls() {}

    /** Removes a stream, or hides it while forks read from it. */
    static final class Delete extends ReplyCall<DeleteStreamResult> {
        private final StreamShard shard;
        private final Command.Delete command;

        Delete(StreamShard shard, Command.Delete command, Reply<? super DeleteStreamResult> reply) {
            super(reply);
            this.shard = shard;
            this.command = command;
        }

        @Override
        protected void decide(Changes changes) {
            StreamState stream = shard.find(command.path(), changes);
            if (stream == null) {
                rejected(new Rejection.StreamNotFound(command.path()));
            } else if (stream.hidden) {
                rejected(new Rejection.StreamGone(command.path()));
            } else {
                decided(new DeleteStreamResult(shard.end(stream, changes, false)));
            }
        }
    }

    /** Makes a source keep its bytes for a fork that is about to be created. */
    static final class Retain extends ReplyCall<CreateCall.Resolved> {
        private final StreamShard shard;
        private final StreamState source;
        private final long position;
        private final Command.Create command;

        Retain(
                StreamShard shard,
                StreamState source,
                long position,
                Command.Create command,
                Reply<? super CreateCall.Resolved> reply) {
            super(reply);
            this.shard = shard;
            this.source = source;
            this.position = position;
            this.command = command;
        }

        @Override
        protected void decide(Changes changes) {
            Fork fork = Objects.requireNonNull(command.fork());
            if (shard.find(fork.source(), changes) != source || source.gone) {
                rejected(new Rejection.ForkSourceNotFound(fork.source()));
            } else if (source.hidden) {
                rejected(new Rejection.ForkSourceGone(fork.source()));
            } else {
                long token = shard.retain(source, command.path(), changes);
                changes.afterwards(() -> shard.context().directory().putSource(source));
                ForkOrigin origin = new ForkOrigin(source.id, token, position, fork);
                decided(new CreateCall.Resolved(origin, source.contentType, source.lifetime));
            }
        }
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
        protected void decide(Changes changes) {
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
        protected void decide(Changes changes) {
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
        protected void decide(Changes changes) {
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
        protected void decide(Changes changes) {
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
