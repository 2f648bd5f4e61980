package dev.leat.outbox.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a route's shards: which node may hand on the rows of which shard. A shard that changes hands gets a higher fence, and whatever its owner
 * commits names owner and fence, so that an owner that comes too late commits nothing.
 */
public final class ShardLeases {

    static final String THIS_ROUTE = " where ns = ? and route = ?";
    static final String THIS_SHARD = THIS_ROUTE + " and shard = ?";
    static final String THIS_LEASE = THIS_SHARD + " and owner = ? and fence = ?";

    private final Dialect dialect;
    private final String namespace;
    private final String route;

    public ShardLeases(Dialect dialect, String namespace, String route) {
        this.dialect = dialect;
        this.namespace = namespace;
        this.route = route;
    }

    /** The right to a shard until another node takes it. */
    public record Lease(int shard, String owner, long fence) {}

    /**
     * Recorded state of a shard.
     *
     * @param number of the batch that is recorded, or of the next one
     * @param batch the seqs of the recorded batch
     */
    public record State(long epoch, long number, List<Long> batch) {}

    /**
     * A shard that was taken.
     *
     * @param before from whom; null if it was given back
     */
    public record Taken(Lease lease, @Nullable String before) {}

    /** Another node has the shard. What was about to be committed is not. */
    public static final class LeaseLost extends RuntimeException {
        private static final long serialVersionUID = 1;

        public LeaseLost(Lease lease) {
            super("shard " + lease.shard() + " is no longer " + lease.owner() + "'s", null, false, false);
        }
    }

    /** Makes the rows that stand for shards. The connection is in autocommit mode: other nodes may do the same at the same time. */
    public void create(Connection connection, int count) throws SQLException {
        Collection<Integer> there = all(connection);
        for (int shard = 0; shard < count; shard++) {
            if (!there.contains(shard)) {
                create(connection, "insert into ob_shard (ns, route, shard) values (?, ?, ?)", shard);
            }
        }
    }

    private void create(Connection connection, String sql, int shard) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            bind(insert, shard);
            insert.executeUpdate();
        } catch (SQLException e) {
            if (!all(connection).contains(shard)) {
                throw e;
            }
        }
    }

    private Collection<Integer> all(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select shard from ob_shard" + THIS_ROUTE)) {
            return numbers(query);
        }
    }

    /** Shards without an owner, or whose lease has run out; and those that are still in the name of a node that was restarted. */
    public List<Integer> free(Connection connection, String node) throws SQLException {
        String sql = "select shard from ob_shard" + THIS_ROUTE
                + " and (owner is null or owner = ? or lease_until is null or lease_until < " + dialect.now() + ")";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(3, node);
            return numbers(query);
        }
    }

    /** Takes a shard in a transaction, if it is still free. */
    public Optional<Taken> take(Connection connection, int shard, String node, long leaseMillis) throws SQLException {
        String before = owner(connection, shard);
        String sql = "update ob_shard set owner = ?, lease_until = " + dialect.nowPlus() + ", fence = fence + 1"
                + THIS_SHARD + " and (owner is null or owner = ? or lease_until is null or lease_until < "
                + dialect.now() + ")";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, node);
            update.setLong(2, leaseMillis);
            update.setString(3, namespace);
            update.setString(4, route);
            update.setInt(5, shard);
            update.setString(6, node);
            if (update.executeUpdate() == 0) {
                return Optional.empty();
            }
        }
        return taken(connection, shard, node, before);
    }

    private @Nullable String owner(Connection connection, int shard) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select owner from ob_shard" + THIS_SHARD + dialect.forUpdate())) {
            bind(query, shard);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }

    private Optional<Taken> taken(Connection connection, int shard, String node, @Nullable String before)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("select fence from ob_shard" + THIS_SHARD)) {
            bind(query, shard);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new Taken(new Lease(shard, node, row.getLong(1)), before))
                        : Optional.empty();
            }
        }
    }

    /**
     * What the shard remembers; until the transaction ends no other node takes it.
     *
     * @throws LeaseLost if another node has
     */
    public State lock(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "select producer_epoch, next_pseq, manifest from ob_shard" + THIS_LEASE + dialect.forUpdate())) {
            bind(query, 1, lease);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    throw new LeaseLost(lease);
                }
                return new State(
                        row.getLong("producer_epoch"),
                        row.getLong("next_pseq"),
                        BatchManifest.decode(row.getBytes("manifest")));
            }
        }
    }

    /** Records which rows are handed on next, under which number. Before they are. */
    public void record(Connection connection, Lease lease, long number, List<Long> batch, long leaseMillis)
            throws SQLException {
        String sql = "update ob_shard set next_pseq = ?, manifest = ?, lease_until = " + dialect.nowPlus() + THIS_LEASE;
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, number);
            update.setBytes(2, BatchManifest.encode(batch));
            update.setLong(3, leaseMillis);
            bind(update, 4, lease);
            if (update.executeUpdate() != 1) {
                throw new LeaseLost(lease);
            }
        }
    }

    /**
     * Like {@link #record}, in one statement, for a shard that has nothing recorded. Returns false, and has done nothing, if the shard has
     * gone to another node, has another number or does have a batch.
     */
    public boolean recordFirst(Connection connection, Lease lease, long number, List<Long> batch, long leaseMillis)
            throws SQLException {
        String sql = "update ob_shard set manifest = ?, lease_until = " + dialect.nowPlus() + THIS_LEASE
                + " and next_pseq = ? and manifest is null";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setBytes(1, BatchManifest.encode(batch));
            update.setLong(2, leaseMillis);
            bind(update, 3, lease);
            update.setLong(8, number);
            return update.executeUpdate() == 1;
        }
    }

    /** Prolongs all leases of a node by one statement; returns how many it still has of them. */
    public int renew(Connection connection, String node, Collection<Integer> shards, long leaseMillis)
            throws SQLException {
        String sql = "update ob_shard set lease_until = " + dialect.nowPlus() + THIS_ROUTE + " and owner = ? and "
                + dialect.among("shard", shards.stream().map(Integer::longValue).toList());
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, leaseMillis);
            update.setString(2, namespace);
            update.setString(3, route);
            update.setString(4, node);
            dialect.bindAmong(update, 5, shards.stream().map(Integer::longValue).toList());
            return update.executeUpdate();
        }
    }

    /** The fences of the shards that a node has. */
    public Map<Integer, Long> fences(Connection connection, String node) throws SQLException {
        Map<Integer, Long> fences = new TreeMap<>();
        try (PreparedStatement query =
                connection.prepareStatement("select shard, fence from ob_shard" + THIS_ROUTE + " and owner = ?")) {
            query.setString(1, namespace);
            query.setString(2, route);
            query.setString(3, node);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    fences.put(row.getInt(1), row.getLong(2));
                }
            }
        }
        return fences;
    }

    /** Lets others have a shard at once. What it remembers stays. */
    public void release(Connection connection, Lease lease) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update ob_shard set owner = null, lease_until = null" + THIS_LEASE)) {
            bind(update, 1, lease);
            update.executeUpdate();
        }
    }

    /**
     * Begins a new epoch of a shard's producer, for a target that has forgotten the old one; the owner of the shard loses it. The rows
     * of a batch that is recorded are sent again, whether the target got them before or not.
     */
    public boolean beginEpoch(Connection connection, int shard) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update ob_shard set producer_epoch = producer_epoch + 1, next_pseq = 0, manifest = null, fence = fence + 1, owner = null,"
                        + " lease_until = null" + THIS_SHARD)) {
            bind(update, shard);
            return update.executeUpdate() == 1;
        }
    }

    /** The shards of a node that have rows which are due, or a batch that was recorded and not settled. */
    public List<Integer> busy(Connection connection, String node) throws SQLException {
        String sql = "select s.shard from ob_shard s where s.ns = ? and s.route = ? and s.owner = ?"
                + " and not exists (select 1 from ob_route p where p.ns = s.ns and p.route = s.route and p.paused = 1)"
                + " and (s.manifest is not null or (select e.seq from ob_event e where e.ns = s.ns and e.route = s.route"
                + " and e.shard = s.shard and e.state = 0 and e.due_at <= " + dialect.now()
                + " order by e.seq limit 1) is not null)";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(3, node);
            return numbers(query);
        }
    }

    private List<Integer> numbers(PreparedStatement query) throws SQLException {
        query.setString(1, namespace);
        query.setString(2, route);
        List<Integer> numbers = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                numbers.add(row.getInt(1));
            }
        }
        return numbers;
    }

    private void bind(PreparedStatement statement, int shard) throws SQLException {
        statement.setString(1, namespace);
        statement.setString(2, route);
        statement.setInt(3, shard);
    }

    private void bind(PreparedStatement statement, int index, Lease lease) throws SQLException {
        bind(statement, index, namespace, route, lease);
    }

    static void bind(PreparedStatement statement, int index, String namespace, String route, Lease lease)
            throws SQLException {
        statement.setString(index, namespace);
        statement.setString(index + 1, route);
        statement.setInt(index + 2, lease.shard());
        statement.setString(index + 3, lease.owner());
        statement.setLong(index + 4, lease.fence());
    }
}
