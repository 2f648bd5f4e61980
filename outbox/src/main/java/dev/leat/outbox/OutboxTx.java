package dev.leat.outbox;

import dev.leat.outbox.sql.RowInserter.How;
import dev.leat.outbox.sql.RowInserter.NewEvent;
import dev.leat.outbox.sql.RowInserter.NewInvalidation;
import dev.leat.outbox.sql.RowInserter.WrittenRows;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The events and invalidations of one transaction of the application. Collects them, and writes with one insert for each table when it is
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
    /** Where the rows are that were written, for relays of this process; may say more than a rollback to a savepoint has left. */
    private final Map<String, Set<Integer>> shards = new HashMap<>();

    private WrittenRows events = WrittenRows.NOTHING;
    private WrittenRows invalidations = WrittenRows.NOTHING;
    private @Nullable Receipt named;

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

    /** Writes intents for all nodes' caches into the transaction. */
    public void invalidate(Intent... targets) {
        add(null, targets);
    }

    /** @param reason a text for operators, kept with the rows */
    public void invalidate(String reason, Intent... targets) {
        add(TextLimits.text("reason", reason, TextLimits.REASON), targets);
    }

    private void add(@Nullable String reason, Intent... targets) {
        for (Intent intent : targets) {
            byte[] hash = intent.targetHash();
            String target = intent.target();
            if (!target.isEmpty()) {
                TextLimits.text(intent.kind() + ", escaped,", target, TextLimits.TARGET);
            }
            if (intents.putIfAbsent(ByteBuffer.wrap(hash), intent) == null) {
                pending.put(ByteBuffer.wrap(hash), new NewInvalidation(intent.kind(), target, hash, reason));
            }
        }
    }

    /**
     * Flushes, and names the transaction. Proves something only once the application has committed. A receipt that was taken before the
     * commit also finds out what became of it if its answer is lost, on PostgreSQL; for events that is a little more work than {@link #flush}.
     */
    public Receipt receipt() throws SQLException {
        flushEvents(true, false);
        flushInvalidations(false);
        return named();
    }

    private Receipt named() {
        long xid = Math.max(events.xid(), invalidations.xid());
        if (named == null) {
            named = new Receipt(
                    outbox.namespace(),
                    commitRef,
                    events.rows(),
                    invalidations.rows(),
                    xid,
                    List.copyOf(intents.values()),
                    Map.copyOf(shards));
        }
        return named;
    }

    /** Writes what was collected. */
    public void flush() throws SQLException {
        flushEvents(false, false);
        flushInvalidations(false);
    }

    /**
     * Writes what was collected, commits the transaction of the connection, and makes that known as {@link Outbox#committed} does. On
     * PostgreSQL the last insert and the commit are one trip to the server, which makes this the fastest way to commit. If the answer is
     * lost with the connection, the outcome is unknown; a {@link #receipt} that was taken before can find out.
     *
     * @throws SQLException if it is not committed, or if the outcome is unknown; the application rolls back, as after {@link Connection#commit}
     * @throws IllegalStateException if the connection commits each statement by itself
     */
    public Receipt commit() throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the connection is in autocommit mode: there is no transaction to commit");
        }
        flushToCommit();
        connection.commit();
        Receipt receipt = named();
        outbox.committed(receipt);
        return receipt;
    }

    /**
     * Flushes for a caller that calls {@link Connection#commit} next, with nothing in between: on PostgreSQL the last insert commits
     * already, in the same trip to the server. The driver knows then that there is nothing left to do; pools and the like have to hear
     * of it by the call. {@link #commit} does both.
     */
    public void flushToCommit() throws SQLException {
        boolean together = outbox.dialect().commitsWithInsert();
        flushEvents(false, together && pending.isEmpty());
        flushInvalidations(together);
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
        named = null;
    }

    /** State of an {@link OutboxTx} at a savepoint: what it had collected and written. */
    public static final class Mark {

        private final List<Emit> emits;
        private final Map<ByteBuffer, NewInvalidation> pending;
        private final Map<ByteBuffer, Intent> intents;
        private final WrittenRows events;
        private final WrittenRows invalidations;

        private Mark(
                List<Emit> emits,
                Map<ByteBuffer, NewInvalidation> pending,
                Map<ByteBuffer, Intent> intents,
                WrittenRows events,
                WrittenRows invalidations) {
            this.emits = emits;
            this.pending = pending;
            this.intents = intents;
            this.events = events;
            this.invalidations = invalidations;
        }
    }

    private void flushEvents(boolean numbered, boolean commit) throws SQLException {
        if (emits.isEmpty()) {
            return;
        }
        // Every transaction of the application comes along here, so there are loops and not streams.
        boolean deduped = false;
        boolean strict = false;
        List<NewEvent> rows = new ArrayList<>(emits.size());
        for (Emit emit : emits) {
            deduped |= emit.dedupe() != null;
            strict |= isStrict(emit);
            rows.add(emit.row(outbox.namespace(), outbox.shards(), outbox.codec()));
        }
        if (strict) {
            lockStrictKeys();
        }
        How how = new How(numbered, commit && !deduped);
        WrittenRows written = outbox.inserter().events(connection, outbox.namespace(), commitRef, rows, deduped, how);
        events = events.plus(written);
        named = null;
        for (NewEvent row : rows) {
            shards.computeIfAbsent(row.route(), route -> new HashSet<>()).add(row.shard());
        }
        emits.forEach(Emit::written);
        emits.clear();
    }

    private void flushInvalidations(boolean commit) throws SQLException {
        if (pending.isEmpty()) {
            return;
        }
        List<NewInvalidation> rows = List.copyOf(pending.values());
        How how = new How(true, commit && !mayExist);
        WrittenRows written =
                outbox.inserter().invalidations(connection, outbox.namespace(), commitRef, rows, mayExist, how);
        invalidations = invalidations.plus(written);
        named = null;
        pending.clear();
    }

    /** Locks the keys until the commit, so that no other transaction writes them and their rows are numbered in the order of commits. */
    private void lockStrictKeys() throws SQLException {
        List<String> keys = emits.stream()
                .filter(this::isStrict)
                .map(emit -> emit.route() + "/" + Objects.requireNonNull(emit.key()))
                .distinct()
                .sorted()
                .toList();
        outbox.dialect().lockKeys(connection, outbox.namespace(), keys);
    }

    private boolean isStrict(Emit emit) {
        return emit.key() != null && outbox.isStrict(emit.route());
    }
}
