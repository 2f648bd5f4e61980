package dev.leat.outbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.ShardLeases.LeaseLost;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of the real sessions against a database and a stream that do their worst: workers crash and stall, leases run out
 * under them, answers and requests are lost or late, transactions commit after higher seqs or after nobody waits for them any more.
 * Whatever happens, the stream has each row once, and rows of a key in order.
 */
class ManifestModelTest {

    private static final int SCHEDULES = Boolean.getBoolean("leat.thorough") ? 20_000 : 600;
    private static final long FIRST_SEED = 20261116;

    @Test
    void everyRowIsInTheStreamOnceAndInTheOrderOfItsKey() {
        long messages = 0;
        long late = 0;
        Long only = Long.getLong("seed");
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
            Schedule schedule = new Schedule(only == null ? seed : only, false);
            schedule.run();
            messages += schedule.stream.messages.size();
            late += schedule.shard.lateStatements;
            assertThat(schedule.wrong())
                    .as("replay with -Dseed=" + schedule.seed)
                    .isEmpty();
            if (only != null) {
                break;
            }
        }
        assertThat(messages).isPositive();
        assertThat(late).as("batches that were recorded late").isPositive();
    }

    /** What is recorded is what makes it work: without it the same schedules lose rows or have them twice. */
    @Test
    void withoutWhatIsRecordedItGoesWrong() {
        int wrong = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 50; seed++) {
            Schedule schedule = new Schedule(seed, true);
            schedule.run();
            wrong += schedule.wrong().isEmpty() ? 0 : 1;
        }
        assertThat(wrong).isGreaterThan(5);
    }

    private static final class Schedule {
        private static final int WORKERS = 3;
        private static final int KEYS = 6;
        private static final int CALM_STEPS = 20_000;

        private final long seed;
        private final SplittableRandom random;
        private final SimulatedShard shard;
        private final SimulatedStream stream;
        private final ShardSession[] workers = new ShardSession[WORKERS];
        private final RelayRoute route;
        private final List<List<SimulatedShard.Stored>> open = new ArrayList<>();
        private final List<SimulatedShard.Stored> committed = new ArrayList<>();
        private final boolean deadBlock;
        private final int batch;
        private long nextSeq = 1;

        Schedule(long seed, boolean forgetful) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            deadBlock = random.nextBoolean();
            batch = 1 + random.nextInt(8);
            shard = new SimulatedShard(random.split(), deadBlock);
            shard.forgetful = forgetful;
            stream = new SimulatedStream(random.split());
            route = new RelayRoute(
                    "shop",
                    "orders",
                    "node",
                    1,
                    new Database(null, null),
                    stream,
                    RouteOptions.ordered(),
                    Retry.DEFAULT,
                    null,
                    new RouteMeter(),
                    rows -> {});
        }

        void run() {
            int steps = 150 + random.nextInt(250);
            for (int i = 0; i < steps; i++) {
                act();
            }
            calmDown();
        }

        private void act() {
            int dice = random.nextInt(100);
            if (dice < 12) {
                begin();
            } else if (dice < 24) {
                end();
            } else if (dice < 28) {
                workers[random.nextInt(WORKERS)] = null;
            } else if (dice < 34) {
                shard.now += random.nextInt(12);
            } else if (dice < 38) {
                stream.deliverOne();
            } else if (dice < 44) {
                shard.endUnderWay();
            } else {
                step(random.nextInt(WORKERS));
            }
        }

        /** A transaction that holds its keys until it ends, so that seqs of a key are in the order of commits. */
        private void begin() {
            List<SimulatedShard.Stored> rows = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                String key = "k" + random.nextInt(KEYS);
                boolean taken = open.stream().anyMatch(other -> other.stream().anyMatch(row -> row.key.equals(key)));
                if (!taken) {
                    long seq = nextSeq++;
                    String payload = (random.nextInt(25) == 0 ? "bad-" : "") + key + "-" + seq;
                    rows.add(new SimulatedShard.Stored(seq, key, payload));
                }
            }
            open.add(rows);
        }

        private void end() {
            if (!open.isEmpty()) {
                List<SimulatedShard.Stored> rows = open.remove(random.nextInt(open.size()));
                if (random.nextInt(5) > 0) {
                    rows.forEach(row -> shard.rows.put(row.seq, row));
                    committed.addAll(rows);
                }
            }
        }

        private void step(int index) {
            ShardSession session = workers[index];
            if (session == null) {
                shard.take("node" + index)
                        .ifPresent(lease -> workers[index] =
                                new ShardSession(lease, shard, new IdempotentDelivery(route, 0), batch));
                return;
            }
            try {
                session.step(random.nextInt(10) > 0, () -> false);
            } catch (SQLException e) {
                // The session asks again what was recorded.
            } catch (LeaseLost e) {
                workers[index] = null;
            }
        }

        private void calmDown() {
            while (!open.isEmpty()) {
                end();
            }
            shard.endUnderWay();
            shard.calm = true;
            stream.calm = true;
            for (int i = 0; i < CALM_STEPS && !isDone(); i++) {
                shard.now++;
                stream.deliverOne();
                step(random.nextInt(WORKERS));
            }
        }

        private boolean isDone() {
            long ready = shard.rows.values().stream().filter(row -> !row.dead).count();
            return ready == shard.heldUp().size();
        }

        /** What is not as it should be. */
        List<String> wrong() {
            List<String> wrong = new ArrayList<>();
            if (!isDone()) {
                wrong.add("rows are left: " + shard.rows.keySet());
            }
            Map<String, Integer> places = new HashMap<>();
            for (String message : stream.messages) {
                if (places.put(message, places.size()) != null) {
                    wrong.add("twice: " + message);
                }
            }
            Map<String, Integer> last = new HashMap<>();
            committed.sort((a, b) -> Long.compare(a.seq, b.seq));
            for (SimulatedShard.Stored row : committed) {
                check(row, places.remove(row.payload), last, wrong);
            }
            if (!places.isEmpty()) {
                wrong.add("from nowhere: " + places.keySet());
            }
            return wrong;
        }

        private void check(SimulatedShard.Stored row, Integer place, Map<String, Integer> last, List<String> wrong) {
            boolean waits = shard.rows.containsKey(row.seq);
            if (row.payload.startsWith("bad") != row.dead && !waits) {
                wrong.add("not dead: " + row.payload);
            }
            if ((place == null) != waits) {
                wrong.add((waits ? "still in the database: " : "lost: ") + row.payload);
            }
            if (place != null) {
                if (last.getOrDefault(row.key, -1) > place) {
                    wrong.add("out of order: " + row.payload);
                }
                last.put(row.key, place);
            }
        }
    }
}
