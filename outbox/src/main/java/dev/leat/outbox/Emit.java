package dev.leat.outbox;

import dev.leat.outbox.sql.Hash;
import dev.leat.outbox.sql.Headers;
import dev.leat.outbox.sql.NewEvent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** An event that is about to be written. Can be changed until its transaction is flushed. */
public final class Emit {

    private final String route;
    private final @Nullable String key;
    private final byte[] payload;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable String dedupe;
    private @Nullable String trace;
    private Duration delay = Duration.ZERO;
    private boolean written;

    Emit(String route, @Nullable String key, byte[] payload) {
        this.route = Limits.text("route", route, Limits.NAME);
        this.key = Limits.optional("key", key, Limits.KEY);
        this.payload = payload;
    }

    public Emit header(String name, String value) {
        open();
        headers.put(Limits.text("header name", name, Limits.HEADERS), value);
        return this;
    }

    /** Of all rows with the same text in the namespace that are still there, only the first is written. */
    public Emit dedupe(String text) {
        open();
        dedupe = Limits.text("dedupe key", text, Limits.DEDUPE);
        return this;
    }

    /** Hands the event on no earlier than this after it was written. */
    public Emit delay(Duration time) {
        open();
        if (time.isNegative()) {
            throw new IllegalArgumentException("a delay of " + time);
        }
        delay = time;
        return this;
    }

    /** A W3C traceparent, which the sink gets with the event. */
    public Emit trace(String traceparent) {
        open();
        trace = Limits.text("trace", traceparent, Limits.TRACE);
        return this;
    }

    String route() {
        return route;
    }

    @Nullable
    String key() {
        return key;
    }

    @Nullable
    String dedupe() {
        return dedupe;
    }

    /** The row to write. Nothing can be changed from here on. */
    NewEvent row(String namespace, int shards, @Nullable PayloadCodec codec) {
        open();
        byte[] stored = payload;
        if (codec != null) {
            stored = codec.encode(payload, new PayloadCodec.Subject(namespace, route, key));
            headers.put(Headers.CODEC, codec.id());
        }
        String text = Limits.optional("headers, encoded,", Headers.encode(headers), Limits.HEADERS);
        return new NewEvent(route, shard(shards), key, dedupe, stored, text, trace, delay.toMillis());
    }

    void written() {
        written = true;
    }

    void unwritten() {
        written = false;
    }

    private int shard(int shards) {
        return key == null ? ThreadLocalRandom.current().nextInt(shards) : Math.floorMod(Hash.of(key), shards);
    }

    private void open() {
        if (written) {
            throw new IllegalStateException("the event is written already");
        }
    }
}
