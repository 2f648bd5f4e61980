package dev.leat.api.stream;

import dev.leat.api.internal.WatchedReads;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A stream by its path, for code that must not wait: the twin of {@link DurableStream}. */
public final class AsyncStream {
    private final Engine engine;
    private final StreamPath path;

    AsyncStream(Engine engine, StreamPath path) {
        this.engine = engine;
        this.path = path;
    }

    /** Creates the stream, or confirms one with the same configuration; see {@link DurableStream#create}. */
    public CompletionStage<CreateStreamResult> create(StreamConfig config) {
        return engine.callAsync(DurableStream.command(path, config));
    }

    /** Appends the messages of a body, which become visible together. */
    public CompletionStage<AppendResult> append(Body body) {
        return engine.callAsync(DurableStream.append(path, body, null, false));
    }

    /** Appends once, however often the call is repeated with the same stamp. */
    public CompletionStage<AppendResult> append(Body body, ProducerStamp producer) {
        return engine.callAsync(DurableStream.append(path, body, producer, false));
    }

    /** Ends the stream; its messages stay readable. */
    public CompletionStage<AppendResult> close() {
        return close(Body.EMPTY);
    }

    /** Appends the last messages and ends the stream, in one step. */
    public CompletionStage<AppendResult> close(Body last) {
        return engine.callAsync(DurableStream.append(path, last, null, true));
    }

    /** Appends the last messages and ends the stream, in one step and once, however often the call is repeated with the same stamp. */
    public CompletionStage<AppendResult> close(Body last, ProducerStamp producer) {
        return engine.callAsync(DurableStream.append(path, last, producer, true));
    }

    /** Completes with messages from an offset on, without waiting for more; see {@link DurableStream#read(Offset)}. */
    public CompletionStage<Messages> read(Offset from) {
        return engine.callAsync(new Query.Read(path, from, DurableStream.READ_BYTES))
                .thenApply(Messages::of);
    }

    /**
     * Completes with the next messages from an offset on, or with none and {@code closed} at the end of the stream. Cancelling the
     * future, or a timeout of it, ends the waiting.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the dependent stage only cleans up
    public CompletableFuture<Messages> follow(Offset from) {
        Following following = engine.follow(path);
        CompletableFuture<Slice> next = following.next(from);
        CompletableFuture<Messages> messages =
                next.thenApplyAsync(Messages::of); // copies, so not on the engine's thread
        messages.whenComplete((found, failure) -> {
            if (failure != null) {
                WatchedReads.giveUp(next);
            }
            following.close();
        });
        return messages;
    }

    /** Completes with the state of the stream. */
    public CompletionStage<StreamInfo> head() {
        return engine.callAsync(new Query.Head(path));
    }

    /** Removes the stream; see {@link DurableStream#delete}. */
    public CompletionStage<DeleteStreamResult> delete() {
        return engine.callAsync(new Command.Delete(path));
    }
}
