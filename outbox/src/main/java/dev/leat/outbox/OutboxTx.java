package dev.leat.outbox;

import dev.leat.outbox.sql.NewEvent;
import dev.leat.outbox.sql.NewInvalidation;
import dev.leat.outbox.sql.Written;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction of the application wants to be handed on. Collects, and writes with one insert for each table when it is
 * flushed or closed; the application commits, or rolls back and leaves nothing. Belongs to one thread, like its connection.
 */
public final class OutboxTx implements AutoCloseable {

    private final Outbox outbox;
    private final Connection connection;
    private final UUID commitRef;
    private final boolean mayExist;
    private final List<Emit> emits = new ArrayList<>();
    private final Map<ByteBuffer, NewInvalidation> pending = new LinkedHashMap<>();
    private final Map<ByteBuffer, Intent> intents = new LinkedHashMap<>();
    private Written events = Written.NOTHING;
    private Written invalidations = Written.NOTHING;

    OutboxTx(Outbox outbox, Connection connection, UUID commitRef, boolean mayExist) {
        this.outbox = outbox;
        this.connection = connection;
        this.commitRef = commitRef;
        this.mayExist = mayExist;
    }

    /** An event without a key. */
    public Emit emit(String route, byte[] payload) {
        return emit(route, null, payload);
    }

    /** An event; those with the same key can be kept in order. */
    public Emit emit(String route, @Nullable String key, byte[] payload) {
        Emit emit = new Emit(route, key, payload);
        emits.add(emit);
        return emit;
    }

    public void invalidate(Intent... targets) {
        add(null, targets);
    }

    /** @param reason for people who read the rows */
    public void invalidate(String reason, Intent... targets) {
        add(Limits.text("reason", reason, Limits.REASON), targets);
    }

    private void add(@Nullable String reason, Intent... targets) {
        for (Intent intent : targets) {
            byte[] hash = intent.targetHash();
            String target = intent.target();
            if (!target.isEmpty()) {
                Limits.text(intent.kind() + ", escaped,", target, Limits.TARGET);
            }
            if (intents.putIfAbsent(ByteBuffer.wrap(hash), intent) == null) {
                pending.put(ByteBuffer.wrap(hash), new NewInvalidation(intent.kind(), target, hash, reason));
            }
        }
    }

    /** Flushes, and names the transaction. Proves something only once the application has committed. */
    public Receipt receipt() throws SQLException {
        flush();
        long xid = Math.max(events.xid(), invalidations.xid());
        return new Receipt(commitRef, events.rows(), invalidations.rows(), xid, List.copyOf(intents.values()));
    }

    /** Writes what was collected. */
    public void flush() throws SQLException {
        flushEvents();
        flushInvalidations();
    }

    @Override
    public void close() throws SQLException {
        flush();
    }

    /** Goes with a savepoint that the application makes now. */
    public Mark mark() {
        return new Mark(
                List.copyOf(emits), new LinkedHashMap<>(pending), new LinkedHashMap<>(intents), events, invalidations);
    }

    /** The application has rolled back to the savepoint of a mark: what came later never was. */
    public void rollbackTo(Mark mark) {
        emits.clear();
        emits.addAll(mark.emits);
        emits.forEach(Emit::unwritten);
        pending.clear();
        pending.putAll(mark.pending);
        intents.keySet().retainAll(mark.intents.keySet());
        events = mark.events;
        invalidations = mark.invalidations;
    }

    /** What a transaction had collected and written at a savepoint. */
    public static final class Mark {

        private final List<Emit> emits;
        private final Map<ByteBuffer, NewInvalidation> pending;
        private final Map<ByteBuffer, Intent> intents;
        private final Written events;
        private final Written invalidations;

        private Mark(
                List<Emit> emits,
                Map<ByteBuffer, NewInvalidation> pending,
                Map<ByteBuffer, Intent> intents,
                Written events,
                Written invalidations) {
            this.emits = emits;
            this.pending = pending;
            this.intents = intents;
            this.events = events;
            this.invalidations = invalidations;
        }
    }

    private void flushEvents() throws SQLException {
        if (emits.isEmpty()) {
            return;
        }
        boolean deduped = emits.stream().anyMatch(emit -> emit.dedupe() != null);
        List<NewEvent> rows = emits.stream()
                .map(emit -> emit.row(outbox.namespace(), outbox.shards(), outbox.codec()))
                .toList();
        lockStrictKeys();
        Written written = outbox.enqueue().events(connection, outbox.namespace(), commitRef, rows, deduped);
        events = events.plus(written);
        emits.forEach(Emit::written);
        emits.clear();
    }

    private void flushInvalidations() throws SQLException {
        if (pending.isEmpty()) {
            return;
        }
        List<NewInvalidation> rows = List.copyOf(pending.values());
        Written written = outbox.enqueue().invalidations(connection, outbox.namespace(), commitRef, rows, mayExist);
        invalidations = invalidations.plus(written);
        pending.clear();
    }

    /** From here to the commit nobody else writes these keys, so their rows are numbered in the order of commits. */
    private void lockStrictKeys() throws SQLException {
        List<String> keys = emits.stream()
                .filter(emit -> emit.key() != null && outbox.isStrict(emit.route()))
                .map(emit -> emit.route() + "/" + Objects.requireNonNull(emit.key()))
                .distinct()
                .sorted()
                .toList();
        if (!keys.isEmpty()) {
            outbox.dialect().lockKeys(connection, outbox.namespace(), keys);
        }
    }
}
