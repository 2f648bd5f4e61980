package dev.leat.outbox.relay;

import dev.leat.outbox.codec.PayloadCodec;
import dev.leat.outbox.spi.Row;
import dev.leat.outbox.sql.HeaderText;
import dev.leat.outbox.sql.StoredRow;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decoder of rows, one at a time, so that a row that cannot be decoded does not stop the others. */
public final class RowDecoder {

    private final String namespace;
    private final String route;
    private final @Nullable PayloadCodec codec;

    public RowDecoder(RelayRoute route) {
        this.namespace = route.namespace();
        this.route = route.name();
        this.codec = route.codec();
    }

    /** The reason why a row cannot be handed on. */
    public static final class Undecodable extends Exception {
        Undecodable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    public Row decode(StoredRow stored) throws Undecodable {
        return decode(stored, stored.fence());
    }

    /** @param fence that of the row's shard, where whole shards are leased */
    public Row decode(StoredRow stored, long fence) throws Undecodable {
        if (stored.unreadable() != null) {
            throw new Undecodable(stored.unreadable(), null);
        }
        try {
            Map<String, String> headers = new LinkedHashMap<>(HeaderText.decode(stored.headers()));
            String codecId = headers.remove(HeaderText.CODEC);
            byte[] bytes = stored.payload() == null ? new byte[0] : stored.payload();
            return new Row(
                    stored.seq(),
                    namespace,
                    route,
                    stored.shard(),
                    stored.key(),
                    Objects.requireNonNull(stored.commitRef()),
                    stored.dedupe(),
                    codecId == null ? bytes : payload(codecId, bytes, stored.key()),
                    Collections.unmodifiableMap(headers),
                    stored.trace(),
                    stored.attempts() + 1,
                    fence,
                    Objects.requireNonNullElse(stored.createdAt(), Instant.EPOCH));
        } catch (RuntimeException e) {
            throw new Undecodable(String.valueOf(e.getMessage()), e);
        }
    }

    private byte[] payload(String codecId, byte[] bytes, @Nullable String key) {
        if (codec == null || !codec.id().equals(codecId)) {
            throw new IllegalArgumentException(
                    "written with the codec " + codecId + ", which this outbox does not have");
        }
        return codec.decode(bytes, new PayloadCodec.Subject(namespace, route, key));
    }
}
