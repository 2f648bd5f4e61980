package dev.leat.outbox.relay;

import dev.leat.outbox.relay.OwnedShards.OwnedShard;
import dev.leat.outbox.relay.ShardSession.Progress;
import dev.leat.outbox.spi.Guarantee;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.RelayMembers;
import dev.leat.outbox.sql.ShardLeases;
import dev.leat.outbox.sql.ShardRows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node at its fair share of the shards: it takes shards without an owner, gives up what is more than its share, and
 * renews the rest with one statement. Every node does the same, so that each shard has an owner soon after one is lost.
 */
final class ShardBalancer implements Maintenance.Chore {

    private static final Logger LOG = LoggerFactory.getLogger(ShardBalancer.class);
    private static final long FORGET_AFTER_LEASES = 100;
    private static final int STEPS_AT_THE_END = 10;

    private final RelayRoute route;
    private final Database database;
    private final ShardLeases shards;
    private final ShardRows rows;
    private final RelayMembers members;
    private final OwnedShards owned;
    private final long leaseMillis;
    private boolean begun;
    /** Looking for nodes that come and go is done more often than leases have to be renewed, which keeps workers waiting. */
    private long renewAt = System.nanoTime();

    ShardBalancer(RelayRoute route, ShardLeases shards, OwnedShards owned) {
        this.route = route;
        this.database = route.database();
        this.shards = shards;
        this.rows = new ShardRows(database.dialect(), route.namespace(), route.name());
        this.members = new RelayMembers(database.dialect(), route.namespace(), route.name(), route.node());
        this.owned = owned;
        this.leaseMillis = route.options().lease().toMillis();
    }

    @Override
    public void run(boolean last) throws SQLException {
        if (last) {
            end();
        } else {
            begin();
            long now = System.nanoTime();
            if (now - renewAt >= 0) {
                renew();
                database.single(connection -> {
                    members.join(connection, leaseMillis);
                    return true;
                });
                renewAt = now + leaseMillis * 1_000_000 / 3;
            } else {
                drop(database.single(connection -> shards.fences(connection, route.node())));
            }
            share();
        }
    }

    private void begin() throws SQLException {
        if (!begun) {
            database.single(connection -> {
                shards.create(connection, route.shards());
                members.forget(connection, FORGET_AFTER_LEASES * leaseMillis);
                return true;
            });
            begun = true;
        }
    }

    private void renew() throws SQLException {
        Set<Integer> held = owned.shards();
        if (held.isEmpty()) {
            return;
        }
        long freshUntil = System.nanoTime() + leaseMillis * 1_000_000;
        int renewed = database.single(connection -> shards.renew(connection, route.node(), held, leaseMillis));
        if (renewed < held.size()) {
            drop(database.single(connection -> shards.fences(connection, route.node())));
            held.retainAll(owned.shards());
        }
        owned.renewed(held, freshUntil);
    }

    private void drop(Map<Integer, Long> fences) {
        for (OwnedShard leased : owned.all()) {
            Long fence = fences.get(leased.shard());
            if (fence == null || fence != leased.session.lease().fence()) {
                owned.remove(leased);
                route.counters().leaseLost.increment();
                LOG.warn("route {}: shard {} belongs to another node now", route.name(), leased.shard());
            }
        }
    }

    private void share() throws SQLException {
        int nodes = Math.max(1, database.single(members::count));
        int share = (route.shards() + nodes - 1) / nodes;
        int surplus = owned.staying() - share;
        if (surplus > 0) {
            owned.leave(surplus);
        }
        for (OwnedShard leased : owned.all()) {
            if (leased.isLeaving()) {
                leave(leased, false);
            }
        }
        takeUpTo(share);
    }

    private void takeUpTo(int share) throws SQLException {
        Set<Integer> held = owned.shards();
        if (held.size() >= share) {
            return;
        }
        List<Integer> free = new ArrayList<>(database.single(connection -> shards.free(connection, route.node())));
        free.removeAll(held);
        free.removeIf(shard -> shard >= route.shards());
        // In no particular order, so that nodes that start together do not all want the same ones.
        Collections.shuffle(free);
        for (int shard : free.subList(0, Math.min(free.size(), share - held.size()))) {
            take(shard);
        }
    }

    private void take(int shard) throws SQLException {
        long freshUntil = System.nanoTime() + leaseMillis * 1_000_000;
        Optional<ShardLeases.Taken> taken =
                database.transaction(connection -> shards.take(connection, shard, route.node(), leaseMillis));
        if (taken.isPresent()) {
            ShardSession session = session(taken.get());
            session.lookAhead();
            owned.add(new OwnedShard(session, freshUntil));
        }
    }

    private ShardSession session(ShardLeases.Taken taken) {
        SqlShardStore store = new SqlShardStore(route, shards, rows, taken.before());
        BatchDelivery hand = route.sink().guarantee() == Guarantee.IDEMPOTENT_PRODUCER
                ? new IdempotentDelivery(route, taken.lease().shard())
                : new PerRowDelivery(route);
        return new ShardSession(taken.lease(), store, hand, route.options().batch());
    }

    /** Gives a shard back, unless a worker is at it, which then does the same. */
    private void leave(OwnedShard leased, boolean last) throws SQLException {
        if (!owned.take(leased)) {
            return;
        }
        try {
            for (int steps = 0; last && steps < STEPS_AT_THE_END && !leased.session.canEnd(); steps++) {
                if (leased.session.step(false, () -> true) != Progress.MORE) {
                    break;
                }
            }
            if (leased.session.canEnd()) {
                owned.remove(leased);
                database.single(connection -> {
                    shards.release(connection, leased.session.lease());
                    return true;
                });
            }
        } catch (ShardLeases.LeaseLost e) {
            owned.remove(leased);
        } finally {
            owned.giveBack(leased, Progress.MORE, 0);
        }
    }

    private void end() throws SQLException {
        for (OwnedShard leased : owned.all()) {
            leave(leased, true);
        }
        database.single(connection -> {
            members.leave(connection);
            return true;
        });
        renewAt = System.nanoTime(); // a node that goes on after all joins the others first
    }
}
