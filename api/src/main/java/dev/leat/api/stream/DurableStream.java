package dev.leat.api.stream;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.Codec;
import dev.leat.api.NotFoundException;
import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.UnavailableException;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream by its path, for code that may wait: on virtual threads, best of all. Every call returns after its changes
 * are durable, or throws a {@link RejectedException}. Having one of these does not mean that the stream exists.
 *
 * <p>Every call but {@link #create} throws {@link NotFoundException} if it does not. Any call may throw
 * {@link UnavailableException}; appends, closing and deleting may throw {@link OutcomeUnknownException} if the stream
 * is behind a server and they have no {@link ProducerStamp}.
 *
 * <p>An append throws a {@link RejectedException} whose rejection is {@link Rejection.StreamClosed},
 * {@link Rejection.ContentTypeMismatch}, {@link Rejection.MalformedJson}, {@link Rejection.NothingToAppend},
 * {@link Rejection.PayloadTooLarge}, {@link Rejection.StreamFull} or {@link Rejection.StorageFull}; with a stamp also
 * {@link Rejection.EpochStale}, {@link Rejection.EpochUnstarted} or {@link Rejection.ProducerGap}.
 */
public final class DurableStream {

    /** How much one read returns unless asked otherwise. */
    public static final int READ_BYTES = 1 << 20;

    private final Engine engine;
    private final StreamPath path;

    /** Creates a handle of a stream of an engine. The stream need not exist. */
    public DurableStream(Engine engine, StreamPath path) {
        this.engine = engine;
        this.path = path;
    }

    /** Returns the path of the stream. */
    public StreamPath path() {
        return path;
    }

    /** The same stream for code that must not wait. */
    public AsyncStream async() {
        return new AsyncStream(engine, path);
    }

    /**
     * Makes the stream, or confirms one that was made the same way.
     *
     * @throws AlreadyExistsException if there is a stream at this path that was made another way
     * @throws NotFoundException if it is a fork of a stream that does not exist
     */
    public CreateStreamResult create(StreamConfig config) {
        return engine.call(command(path, config));
    }

    /** Appends a text: one message, or on a JSON stream a JSON text. */
    public AppendResult append(String text) {
        return append(Body.of(text));
    }

    /** Appends bytes; on a JSON stream they are a JSON text. */
    public AppendResult append(byte[] payload) {
        return append(Body.of(payload));
    }

    /** Appends several messages that become visible together. */
    public AppendResult append(List<byte[]> payloads) {
        return append(Body.of(payloads));
    }

    /** Appends the messages of a body, which become visible together. */
    public AppendResult append(Body body) {
        return engine.call(append(path, body, null, false));
    }

    /** Appends once, however often the call is repeated with the same stamp. */
    public AppendResult append(Body body, ProducerStamp producer) {
        return engine.call(append(path, body, producer, false));
    }

    /** A producer of bytes: on a JSON stream each is a JSON text. To be started. */
    public ProducerBuilder<byte[]> producer() {
        return new ProducerBuilder<>(engine, path, payload -> payload);
    }

    /** The same stream with values instead of bytes; a JSON stream, whose messages have ends. */
    public <T> TypedStream<T> typed(Codec<T> codec) {
        return new TypedStream<>(engine, path, codec);
    }

    /** Ends the stream; what it holds stays readable. */
    public AppendResult close() {
        return close(Body.EMPTY);
    }

    /** Appends the last messages and ends the stream, in one step. */
    public AppendResult close(Body last) {
        return engine.call(append(path, last, null, true));
    }

    /** Appends the last messages and ends the stream, in one step and once, however often the call is repeated with the same stamp. */
    public AppendResult close(Body last, ProducerStamp producer) {
        return engine.call(append(path, last, producer, true));
    }

    static Command.Append append(StreamPath path, Body body, @Nullable ProducerStamp producer, boolean close) {
        return new Command.Append(path, null, body, producer, null, close);
    }

    /** Reads the first messages, about a megabyte at most; see {@link #read(Offset)}. */
    public Messages read() {
        return read(Offset.START);
    }

    /**
     * Reads from an offset on, without waiting for more: about a megabyte at most, and sometimes less than there is. Unless {@link
     * Messages#upToDate}, read on at {@link Messages#next}.
     */
    public Messages read(Offset from) {
        return Messages.of(slice(from, READ_BYTES));
    }

    /** Reads bytes of the wire, without copying those that are in files. To be closed. */
    public Slice slice(Offset from, int maxBytes) {
        return engine.call(new Query.Read(path, from, maxBytes));
    }

    /** Reads from an offset on and waits for what comes. To be closed. */
    public Follower follow(Offset from) {
        return new Follower(engine, path, from);
    }

    /** Returns the state of the stream. */
    public StreamInfo head() {
        return engine.call(new Query.Head(path));
    }

    /** Removes the stream. While forks use its bytes, it is only hidden. */
    public DeleteStreamResult delete() {
        return engine.call(new Command.Delete(path));
    }

    static Command.Create command(StreamPath path, StreamConfig config) {
        return new Command.Create(
                path, config.contentType(), config.lifetime(), config.body(), config.closed(), config.fork());
    }
}
