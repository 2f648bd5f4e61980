package dev.leat.api.stream;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.Codec;
import dev.leat.api.spi.Engine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A JSON stream of values, for code that may wait. A value that is an array is one message, as any other. Its calls throw what those
 * of {@link DurableStream} do.
 */
public final class TypedStream<T> {
    private static final byte[] OPEN = "[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "]".getBytes(StandardCharsets.US_ASCII);

    private final DurableStream stream;
    private final Engine engine;
    private final Codec<T> codec;

    TypedStream(Engine engine, StreamPath path, Codec<T> codec) {
        if (!codec.contentType().isJson()) {
            throw new IllegalArgumentException(
                    "a typed stream holds JSON, whose messages have ends, not " + codec.contentType());
        }
        this.engine = engine;
        this.stream = new DurableStream(engine, path);
        this.codec = codec;
    }

    /** The stream below. */
    public DurableStream stream() {
        return stream;
    }

    /**
     * Makes the stream, or confirms one that was made the same way.
     *
     * @throws AlreadyExistsException if there is a stream at this path that was made another way
     */
    public CreateStreamResult create() {
        return stream.create(StreamConfig.of(codec.contentType()));
    }

    /** Appends one value; see {@link DurableStream#append(byte[])}. */
    public AppendResult append(T value) {
        return stream.append(encoded(value));
    }

    /** Appends several values that become visible together. */
    public AppendResult append(List<T> values) {
        List<byte[]> payloads = new ArrayList<>();
        values.forEach(value -> payloads.add(encoded(value)));
        return stream.append(payloads);
    }

    /** Reads the first values. */
    public TypedMessages<T> read() {
        return read(Offset.START);
    }

    /** Reads from an offset on, without waiting for more; see {@link DurableStream#read(Offset)}. */
    public TypedMessages<T> read(Offset from) {
        return decoded(stream.read(from));
    }

    /** Reads from an offset on and waits for what comes. To be closed. */
    public TypedFollower<T> follow(Offset from) {
        return new TypedFollower<>(this, stream.follow(from));
    }

    /** A producer of values. To be started. */
    public ProducerBuilder<T> producer() {
        return new ProducerBuilder<>(engine, stream.path(), this::encoded);
    }

    TypedMessages<T> decoded(Messages messages) {
        List<StreamValue<T>> values = new ArrayList<>();
        messages.forEach(message -> values.add(decoded(message)));
        return new TypedMessages<>(values, messages.next(), messages.upToDate(), messages.closed());
    }

    StreamValue<T> decoded(Message message) {
        try {
            return new StreamValue<>(message.offset(), message.next(), codec.decode(message.payload()));
        } catch (Exception e) {
            throw new IllegalStateException(
                    "the message at " + message.offset() + " of " + stream.path() + " cannot be decoded", e);
        }
    }

    /** An array of one, because an array is what is taken apart. */
    private byte[] encoded(T value) {
        byte[] json;
        try {
            json = codec.encode(value);
        } catch (Exception e) {
            throw new IllegalArgumentException("the value cannot be encoded: " + e.getMessage(), e);
        }
        byte[] one = new byte[json.length + 2];
        System.arraycopy(OPEN, 0, one, 0, 1);
        System.arraycopy(json, 0, one, 1, json.length);
        System.arraycopy(CLOSE, 0, one, json.length + 1, 1);
        return one;
    }
}
