package dev.leat.outbox.relay;

import dev.leat.outbox.relay.ShardDesk.Seat;
import dev.leat.outbox.relay.ShardSession.Progress;
import dev.leat.outbox.relay.WorkerRelay.Whose;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Shards;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Works on one shard of this node for a few batches. One commit for each of them, and one more at the end. */
final class ShardTurn implements WorkerRelay.Turn {

    private static final Logger LOG = LoggerFactory.getLogger(ShardTurn.class);
    private static final int BATCHES = 8;

    private final Route route;
    private final Database database;
    private final Shards shards;
    private final ShardDesk desk;

    ShardTurn(Route route, Shards shards, ShardDesk desk) {
        this.route = route;
        this.database = route.database();
        this.shards = shards;
        this.desk = desk;
    }

    @Override
    public Whose offer(@Nullable UUID commit, Set<Integer> hinted) {
        return desk.offer(hinted) ? Whose.OURS : Whose.OTHERS;
    }

    @Override
    public int take(BooleanSupplier stopping) throws SQLException {
        Seat seat = desk.take();
        if (seat == null) {
            desk.offer(database.single(connection -> shards.busy(connection, route.node())));
            seat = desk.take();
        }
        if (seat == null) {
            return 0;
        }
        long before = seat.session.given();
        work(seat, stopping);
        int found = (int) (seat.session.given() - before);
        return desk.hasMore() ? Math.max(found, route.options().batch()) : found;
    }

    private void work(Seat seat, BooleanSupplier stopping) throws SQLException {
        Progress progress = Progress.LATER;
        long laterMillis = 100;
        String alert = seat.session.alert();
        boolean unanswered = seat.session.isUnanswered();
        try {
            progress = batches(seat, stopping);
            laterMillis = seat.session.laterMillis();
        } catch (Shards.LeaseLost e) {
            lost(seat);
        } catch (RuntimeException e) {
            laterMillis = seat.session.stuck(e);
            LOG.debug("route {}: shard {} cannot be read", route.name(), seat.shard(), e);
        } finally {
            tell(seat, alert, unanswered);
            release(seat);
            desk.giveBack(seat, progress, laterMillis);
        }
    }

    /** Once when a shard waits for an answer, once when it waits for people, and once when it gets on; not for each try in between. */
    private void tell(Seat seat, @Nullable String before, boolean unanswered) {
        String now = seat.session.alert();
        if (now == null) {
            if (before != null) {
                LOG.info("route {}: shard {} gets on again", route.name(), seat.shard());
            }
        } else if (!seat.session.isUnanswered()) {
            if (before == null || unanswered) {
                LOG.error("route {}: shard {} does not get on by itself: {}", route.name(), seat.shard(), now);
            }
        } else if (before == null) {
            LOG.warn("route {}: shard {} has no answer, and asks again: {}", route.name(), seat.shard(), now);
        }
    }

    private Progress batches(Seat seat, BooleanSupplier stopping) throws SQLException {
        ShardSession session = seat.session;
        long end = session.batches() + BATCHES;
        Progress progress = Progress.MORE;
        while (progress == Progress.MORE) {
            if (!seat.isFresh()) {
                return Progress.LATER;
            }
            boolean more = session.batches() < end && !seat.isLeaving() && !stopping.getAsBoolean();
            progress = session.step(more, stopping);
        }
        // Whoever has had enough batches comes back to the shard, after the others.
        return progress == Progress.IDLE && session.batches() >= end ? Progress.MORE : progress;
    }

    private void lost(Seat seat) {
        desk.remove(seat);
        route.counters().leaseLost.increment();
        LOG.warn("route {}: shard {} has gone to another node", route.name(), seat.shard());
    }

    private void release(Seat seat) throws SQLException {
        if (seat.isLeaving() && seat.session.canEnd()) {
            desk.remove(seat);
            database.single(connection -> {
                shards.release(connection, seat.session.lease());
                return true;
            });
        }
    }

    @Override
    public List<String> alerts() {
        List<String> alerts = new ArrayList<>();
        for (Seat seat : desk.seats()) {
            String alert = seat.session.alert();
            if (alert != null) {
                alerts.add("shard " + seat.shard() + ": " + alert);
            }
        }
        return alerts;
    }
}
