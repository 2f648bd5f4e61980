package dev.leat.outbox.relay;

import dev.leat.outbox.relay.OwnedShards.OwnedShard;
import dev.leat.outbox.relay.ShardSession.Progress;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.ShardLeases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mode with shard leases: works on one shard of this node for a few batches. One commit for each of them, and one more at the end. */
final class ShardMode implements RelayMode {

    private static final Logger LOG = LoggerFactory.getLogger(ShardMode.class);
    private static final int BATCHES = 8;

    private final RelayRoute route;
    private final Database database;
    private final ShardLeases shards;
    private final OwnedShards owned;

    ShardMode(RelayRoute route, ShardLeases shards, OwnedShards owned) {
        this.route = route;
        this.database = route.database();
        this.shards = shards;
        this.owned = owned;
    }

    @Override
    public Owner offer(@Nullable UUID commit, Set<Integer> hinted) {
        return owned.offer(hinted) ? Owner.THIS_NODE : Owner.ANOTHER_NODE;
    }

    @Override
    public int take(BooleanSupplier stopping) throws SQLException {
        OwnedShard shard = owned.take();
        if (shard == null) {
            owned.offer(database.single(connection -> shards.busy(connection, route.node())));
            shard = owned.take();
        }
        if (shard == null) {
            return 0;
        }
        long before = shard.session.given();
        work(shard, stopping);
        int found = (int) (shard.session.given() - before);
        return owned.hasMore() ? Math.max(found, route.options().batch()) : found;
    }

    private void work(OwnedShard shard, BooleanSupplier stopping) throws SQLException {
        Progress progress = Progress.LATER;
        long laterMillis = 100;
        String alert = shard.session.alert();
        boolean unanswered = shard.session.isUnanswered();
        try {
            progress = batches(shard, stopping);
            laterMillis = shard.session.laterMillis();
        } catch (ShardLeases.LeaseLost e) {
            lost(shard);
        } catch (RuntimeException e) {
            laterMillis = shard.session.stuck(e);
            LOG.debug("route {}: shard {} cannot be read", route.name(), shard.shard(), e);
        } finally {
            tell(shard, alert, unanswered);
            release(shard);
            owned.giveBack(shard, progress, laterMillis);
        }
    }

    /** Once when a shard waits for an answer, once when it waits for an operator, and once when it gets on; not for each try in between. */
    private void tell(OwnedShard shard, @Nullable String before, boolean unanswered) {
        String now = shard.session.alert();
        if (now == null) {
            if (before != null) {
                LOG.info("route {}: shard {} makes progress again", route.name(), shard.shard());
            }
        } else if (!shard.session.isUnanswered()) {
            if (before == null || unanswered) {
                LOG.error("route {}: shard {} stopped and needs an operator: {}", route.name(), shard.shard(), now);
            }
        } else if (before == null) {
            LOG.warn("route {}: shard {} got no answer and tries again: {}", route.name(), shard.shard(), now);
        }
    }

    private Progress batches(OwnedShard shard, BooleanSupplier stopping) throws SQLException {
        ShardSession session = shard.session;
        long end = session.batches() + BATCHES;
        Progress progress = Progress.MORE;
        while (progress == Progress.MORE) {
            if (!shard.isFresh()) {
                return Progress.LATER;
            }
            boolean more = session.batches() < end && !shard.isLeaving() && !stopping.getAsBoolean();
            progress = session.step(more, stopping);
        }
        // After enough batches the worker leaves the shard and takes it again after the others.
        return progress == Progress.IDLE && session.batches() >= end ? Progress.MORE : progress;
    }

    private void lost(OwnedShard shard) {
        owned.remove(shard);
        route.counters().leaseLost.increment();
        LOG.warn("route {}: shard {} belongs to another node now", route.name(), shard.shard());
    }

    private void release(OwnedShard shard) throws SQLException {
        if (shard.isLeaving() && shard.session.canEnd()) {
            owned.remove(shard);
            database.single(connection -> {
                shards.release(connection, shard.session.lease());
                return true;
            });
        }
    }

    @Override
    public List<String> alerts() {
        List<String> alerts = new ArrayList<>();
        for (OwnedShard shard : owned.all()) {
            String alert = shard.session.alert();
            if (alert != null) {
                alerts.add("shard " + shard.shard() + ": " + alert);
            }
        }
        return alerts;
    }
}
