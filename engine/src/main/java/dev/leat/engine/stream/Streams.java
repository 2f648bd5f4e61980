package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.archive.RunIndex;
import dev.leat.engine.archive.SegmentUsage;
import dev.leat.engine.figures.Meters;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Ids;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import dev.leat.engine.shard.ShardRunner;
import dev.leat.engine.shard.Usage;
import dev.leat.engine.stream.StreamReader.StreamRemovedException;
import dev.leat.storage.archive.Archive;
import dev.leat.storage.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** All streams of an engine: prepares what callers ask for and brings it to the right shard, and reads without one. */
public final class Streams {
    private final InstantSource clock;
    private final Slot[] slots;
    private final StreamContext context;
    private final StreamReader reader;
    private final BlockingExecutor blocking;
    private final LongAdder watching = new LongAdder();

    /** How a call gets into a worker's inbox. */
    private interface Way {
        void take(ShardRunner worker, Shard shard, Call call);
    }

    /** A shard, its streams, and the worker that runs it. */
    private record Slot(Shard shard, StreamShard streams, ShardRunner worker) {}

    /** @param blocking runs what may have to wait for the disk, and answers even if that fails */
    public Streams(
            InstantSource clock,
            Usage usage,
            EventListeners events,
            Meters meters,
            int shards,
            Archive archive,
            Store store,
            SegmentUsage segments,
            ReadFailureListener failures,
            BlockingExecutor blocking) {
        this.clock = clock;
        this.blocking = blocking;
        this.slots = new Slot[shards];
        this.context = new StreamContext(
                usage, new StreamCatalog(), events, meters, new RunIndex(store), segments, this::release);
        this.reader = new StreamReader(archive, store, context.catalog(), failures);
    }

    /** Puts a shard in its place, with no streams yet. */
    public StreamShard attach(Shard shard, ShardRunner worker) {
        StreamShard streams = new StreamShard(shard.number(), context, call -> worker.force(shard, call));
        shard.attach(streams);
        slots[shard.number()] = new Slot(shard, streams, worker);
        return streams;
    }

    public StreamCatalog catalog() {
        return context.catalog();
    }

    /** Everything is replayed. */
    public void recovered() {
        for (Slot slot : slots) {
            slot.streams.recovered();
        }
        for (Slot slot : slots) {
            slot.streams.releaseLostForks();
        }
    }

    /** Gives no id below this one. */
    public void beginIdsAt(long first) {
        for (Slot slot : slots) {
            slot.streams.beginIdsAt(first);
        }
    }

    /** Finds the streams of a shard that were removed since its last capture; completes once that is durable. */
    public CompletableFuture<List<Long>> removed(int shard) {
        Slot slot = slots[shard];
        CompletableFuture<List<Long>> answer = new CompletableFuture<>();
        slot.worker.force(slot.shard, new StreamCalls.Removed(slot.shard, slot.streams, answer));
        return answer;
    }

    private void release(long source, long token) {
        Slot slot = slots[Ids.shardOf(source)];
        slot.worker.force(slot.shard, new StreamCalls.Release(slot.streams, source, token));
    }

    private Slot slot(StreamPath path, @Nullable StreamState known) {
        return slots[known == null ? Placement.shard(path, slots.length) : Ids.shardOf(known.id)];
    }

    @SuppressWarnings("unchecked") // each command names the type of its own outcome
    public <O extends Outcome> void submit(Command.OfStream<O> command, Reply<? super O> reply) {
        if (command.path().isKeptByLeat()) {
            refuse(reply, keptByLeat(command.path()));
            return;
        }
        switch (command) {
            case Command.Append append -> append(append, (Reply<? super AppendResult>) reply);
            case Command.Create create -> create(create, (Reply<? super CreateStreamResult>) reply);
            case Command.Delete delete -> delete(delete, (Reply<? super DeleteStreamResult>) reply);
        }
    }

    private static Rejection keptByLeat(StreamPath path) {
        return new Rejection.BadArgument("the stream at " + path + " is written by Leat alone; it can only be read");
    }

    /** What is wrong with an append whatever its stream is like. */
    public @Nullable Rejection flaw(Command.Append command) {
        if (command.path().isKeptByLeat()) {
            return keptByLeat(command.path());
        }
        boolean nothing = command.body().isEmpty() && !command.close();
        return nothing ? new Rejection.NothingToAppend() : tooLarge(command.body());
    }

    /** The messages of an append as its stream will hold them. */
    public WireMessages prepare(Command.Append command) {
        return WireMessages.of(command.body(), isJson(command, context.catalog().find(command.path())));
    }

    private void append(Command.Append command, Reply<? super AppendResult> reply) {
        Rejection rejection = flaw(command);
        if (rejection != null) {
            refuse(reply, rejection);
            return;
        }
        append(command, reply, ShardRunner::submit);
    }

    /** Appends for another feature of the engine, however many calls are waiting. */
    public void insist(Command.Append command, Reply<? super AppendResult> reply) {
        append(command, reply, ShardRunner::force);
    }

    private void append(Command.Append command, Reply<? super AppendResult> reply, Way way) {
        StreamState likely = context.catalog().find(command.path());
        Slot slot = slot(command.path(), likely);
        WireMessages messages = WireMessages.of(command.body(), isJson(command, likely));
        way.take(slot.worker, slot.shard, new AppendCall(slot.streams, command, messages, likely, reply));
    }

    private static boolean isJson(Command.Append command, @Nullable StreamState likely) {
        ContentType given = command.contentType();
        return given != null ? given.isJson() : likely != null && likely.json;
    }

    private @Nullable Rejection tooLarge(Body body) {
        int limit = context.usage().limits().appendBytes();
        long bytes = body.bytes();
        return bytes > limit ? new Rejection.PayloadTooLarge(bytes, limit) : null;
    }

    private void delete(Command.Delete command, Reply<? super DeleteStreamResult> reply) {
        Slot slot = slot(command.path(), null);
        slot.worker.submit(
                slot.shard, ReplyCall.of(changes -> StreamCalls.delete(slot.streams, command, changes), reply));
    }

    private void create(Command.Create command, Reply<? super CreateStreamResult> reply) {
        Rejection rejection = tooLarge(command.body());
        if (rejection != null) {
            refuse(reply, rejection);
            return;
        }
        Fork fork = command.fork();
        if (fork != null && context.catalog().find(command.path()) == null) {
            blocking.run(() -> fork(command, fork, reply), reply);
            return;
        }
        ContentType type = command.contentType();
        WireMessages messages = WireMessages.of(command.body(), type != null && type.isJson());
        submit(command, messages, null, reply);
    }

    private void submit(
            Command.Create command,
            WireMessages messages,
            CreateCall.@Nullable Resolved resolved,
            Reply<? super CreateStreamResult> reply) {
        Slot slot = slot(command.path(), null);
        Fork fork = command.fork();
        // a path that seemed to be in use, so that the fork's source was not resolved, may be free by then
        Runnable unresolved = () -> {
            if (fork != null) {
                blocking.run(() -> fork(command, fork, reply), reply);
            }
        };
        slot.worker.submit(slot.shard, new CreateCall(slot.streams, command, messages, resolved, unresolved, reply));
    }

    private void fork(Command.Create command, Fork fork, Reply<? super CreateStreamResult> reply) {
        StreamState source = context.catalog().find(fork.source());
        if (source != null && source.visibility() == StreamState.Visibility.HIDDEN) {
            refuse(reply, new Rejection.ForkSourceGone(fork.source()));
        } else if (source == null || source.expiredAt(clock.millis())) {
            refuse(reply, new Rejection.ForkSourceNotFound(fork.source()));
        } else if (command.contentType() != null && !source.contentType.sameAs(command.contentType())) {
            refuse(reply, new Rejection.ContentTypeMismatch(source.contentType, command.contentType()));
        } else {
            fork(command, source, fork, reply);
        }
    }

    private void fork(Command.Create command, StreamState source, Fork fork, Reply<? super CreateStreamResult> reply) {
        ForkPoint point;
        try {
            point = ForkPoint.find(reader, source, fork);
        } catch (StreamRemovedException e) {
            refuse(reply, new Rejection.ForkSourceNotFound(fork.source()));
            return;
        }
        Rejection rejection = point.rejection();
        if (rejection != null) {
            refuse(reply, rejection);
            return;
        }
        long position = Objects.requireNonNull(point.position());
        Slot slot = slots[Ids.shardOf(source.id)];
        WireMessages messages = WireMessages.of(command.body(), source.json);
        Reply<CreateCall.Resolved> retained = new Reply<>() {
            @Override
            public void answered(CreateCall.Resolved resolved) {
                submit(command, messages, resolved, new ForkReply(resolved.origin(), reply));
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(rejection);
            }
        };
        slot.worker.submit(
                slot.shard,
                ReplyCall.of(
                        changes -> StreamCalls.retain(slot.streams, source, position, command, changes), retained));
    }

    /** Gives the reference back if the fork did not come to be, or was there already. */
    private final class ForkReply implements Reply<CreateStreamResult> {
        private final ForkOrigin origin;
        private final Reply<? super CreateStreamResult> reply;

        ForkReply(ForkOrigin origin, Reply<? super CreateStreamResult> reply) {
            this.origin = origin;
            this.reply = reply;
        }

        @Override
        public void answered(CreateStreamResult created) {
            if (!created.isNew()) {
                release();
            }
            reply.answered(created);
        }

        @Override
        public void refused(Rejection rejection) {
            release();
            reply.refused(rejection);
        }

        private void release() {
            Streams.this.release(origin.source(), origin.token());
        }
    }

    /** Whether a question can be answered without waiting for the disk. */
    public boolean isAtHand(Query.OfStreams<?> query) {
        if (query instanceof Query.Read read) {
            StreamState stream = context.catalog().find(read.path());
            return stream == null || reader.isAtHand(stream, read.from().position());
        }
        return true;
    }

    @SuppressWarnings("unchecked") // each query names the type of its own outcome
    public <O extends Outcome> void ask(Query.OfStreams<O> query, Reply<? super O> reply) {
        switch (query) {
            case Query.Read read -> read(read, (Reply<? super Slice>) reply);
            case Query.Head head -> head(head, (Reply<? super StreamInfo>) reply);
            case Query.Find find ->
                ((Reply<? super StreamPage>) reply).answered(context.catalog().page(find, clock.millis()));
        }
    }

    private void read(Query.Read query, Reply<? super Slice> reply) {
        StreamState stream = readable(query.path(), reply);
        if (stream == null) {
            return;
        }
        accessed(stream);
        Slice slice;
        try {
            slice = reader.read(stream, query.from().position(), Math.max(1, query.maxBytes()));
        } catch (StreamRemovedException e) {
            refuse(reply, new Rejection.StreamNotFound(query.path()));
            return;
        }
        reply.answered(slice);
    }

    private void head(Query.Head query, Reply<? super StreamInfo> reply) {
        StreamState stream = readable(query.path(), reply);
        if (stream != null) {
            reply.answered(stream.info());
        }
    }

    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        StreamState stream = readable(path, reply);
        if (stream == null) {
            return;
        }
        accessed(stream);
        StreamState.Listener watch = new StreamState.Listener(stream.watchers(), changed, watching);
        stream.watchers().add(watch);
        watching.increment();
        if (stream.visibility() == StreamState.Visibility.LIVE) {
            reply.answered(watch);
        } else { // it ended before it could tell the new watcher; another stream may have its path by now
            watch.close();
            watch(path, changed, reply);
        }
    }

    /** How many registrations to watch there are. */
    public int watchers() {
        return watching.intValue();
    }

    private void refuse(Reply<?> reply, Rejection rejection) {
        context.meters().rejections().count(rejection);
        reply.refused(rejection);
    }

    private @Nullable StreamState readable(StreamPath path, Reply<?> reply) {
        StreamState stream = context.catalog().find(path);
        if (stream == null || stream.visibility() == StreamState.Visibility.GONE) {
            refuse(reply, new Rejection.StreamNotFound(path));
            return null;
        }
        if (stream.visibility() == StreamState.Visibility.HIDDEN) {
            refuse(reply, new Rejection.StreamGone(path));
            return null;
        }
        if (!(stream.lifetime instanceof Lifetime.Forever) && stream.expiredAt(clock.millis())) {
            refuse(reply, new Rejection.StreamNotFound(path));
            return null;
        }
        return stream;
    }

    /** Renews a sliding lifetime; now and then the journal is told, too. */
    private void accessed(StreamState stream) {
        if (!(stream.lifetime instanceof Lifetime.Idle)) {
            return;
        }
        long now = clock.millis();
        stream.accessed = now;
        if (!stream.touching && now - stream.touched > stream.touchInterval()) {
            stream.touching = true;
            Slot slot = slots[Ids.shardOf(stream.id)];
            slot.worker.force(slot.shard, new StreamCalls.Touch(slot.streams, stream));
        }
    }
}
