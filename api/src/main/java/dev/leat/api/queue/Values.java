package dev.leat.api.queue;

import dev.leat.api.Codec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The payloads of a queue as values: what was decoded ahead, and what cannot be decoded at all. */
final class Values<T> {
    private final Codec<T> codec;
    private final Map<Long, T> decoded = new ConcurrentHashMap<>();
    private final Map<Long, String> undecodable = new ConcurrentHashMap<>();

    Values(Codec<T> codec) {
        this.codec = codec;
    }

    NewMessage message(T value) {
        try {
            return NewMessage.of(codec.encode(value)).withContentType(codec.contentType());
        } catch (Exception e) {
            throw new IllegalArgumentException("cannot encode " + value, e);
        }
    }

    /** Decodes a payload before it is asked for. */
    void prepare(long id, byte[] payload) {
        try {
            decoded.put(id, decode(id, payload));
        } catch (UndecodableException e) {
            // it is among those that are listed as undecodable
        }
    }

    /**
     * Returns the value.
     *
     * @throws UndecodableException if the payload cannot be decoded; {@link #undecodable} lists it from then on
     */
    T value(long id, byte[] payload) {
        T known = decoded.get(id);
        return known != null ? known : decode(id, payload);
    }

    @SuppressWarnings("NullAway") // a codec is the application's code
    private T decode(long id, byte[] payload) {
        T value;
        try {
            value = codec.decode(payload);
        } catch (Exception | StackOverflowError e) { // the latter by something that nests too deeply
            undecodable.put(id, Failure.text(e));
            throw new UndecodableException(id, e.toString(), e);
        }
        if (value == null) {
            String why = "the codec returned null";
            undecodable.put(id, why);
            throw new UndecodableException(id, why);
        }
        return value;
    }

    void forget(long id) {
        decoded.remove(id);
        undecodable.remove(id);
    }

    @Nullable
    String flaw(long id) {
        return undecodable.get(id);
    }

    Map<Long, String> undecodable() {
        return Map.copyOf(undecodable);
    }
}
