package dev.leat.outbox;

import dev.leat.outbox.codec.PayloadCodec;
import dev.leat.outbox.sql.HeaderText;
import dev.leat.outbox.sql.KeyHash;
import dev.leat.outbox.sql.RowInserter.NewEvent;
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
        this.route = TextLimits.text("route", route, TextLimits.NAME);
        this.key = TextLimits.optional("key", key, TextLimits.KEY);
        this.payload = payload;
    }

    /** Adds a header to the event. A second value of the same name replaces the first. */
    public Emit header(String name, String value) {
        open();
        headers.put(TextLimits.text("header name", name, TextLimits.HEADERS), value);
        return this;
    }

    /** Of all rows with the same text in the namespace that are still there, only the first is written. */
    public Emit dedupe(String text) {
        open();
        dedupe = TextLimits.text("dedupe key", text, TextLimits.DEDUPE);
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
        trace = TextLimits.text("trace", traceparent, TextLimits.TRACE);
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
            headers.put(HeaderText.CODEC, codec.id());
        }
        String text = TextLimits.optional("headers, encoded,", HeaderText.encode(headers), TextLimits.HEADERS);
        return new NewEvent(route, shard(shards), key, dedupe, stored, text, trace, delay.toMillis());
    }

    void written() {
        written = true;
    }

    void unwritten() {
        written = false;
    }

    private int shard(int shards) {
        return key == null ? ThreadLocalRandom.current().nextInt(shards) : Math.floorMod(KeyHash.of(key), shards);
    }

    private void open() {
        if (written) {
            throw new IllegalStateException("the event is written already");
        }
    }
}
