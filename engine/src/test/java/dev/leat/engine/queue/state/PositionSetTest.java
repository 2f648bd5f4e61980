package dev.leat.engine.queue.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import dev.leat.testkit.Seeds;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PositionSetTest {
    private static final int SPAN = 60;

    private final PositionSet places = new PositionSet();
    private final TreeSet<Long> model = new TreeSet<>();

    @Test
    void whatFollowsEachOtherIsOneRange() {
        places.add(1);
        places.add(3);
        places.add(2);

        assertThat(places.ranges()).isEqualTo(1);
        assertThat(places.size()).isEqualTo(3);
    }

    @Seeds(200)
    void placesAreASet(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 100; step++) {
            change(random);
            agree();
            compareGaps(random);
        }
    }

    private void change(Random random) {
        long from = random.nextInt(SPAN);
        if (random.nextInt(4) == 0) {
            places.remove(from);
            model.remove(from);
        } else if (random.nextBoolean()) {
            assertThat(places.add(from)).isEqualTo(model.add(from));
        } else {
            long to = from + random.nextInt(8);
            int before = model.size();
            for (long at = from; at < to; at++) {
                model.add(at);
            }
            assertThat(places.addRange(from, to)).isEqualTo(model.size() - before);
        }
    }

    private void agree() {
        assertThat(places.size()).isEqualTo(model.size());
        for (long at = 0; at < SPAN + 10; at++) {
            assertThat(places.contains(at)).as("%d in %s", at, places).isEqualTo(model.contains(at));
        }
        assertThat(members(places)).isEqualTo(model);
        BytesOut out = BytesOut.onHeap(16);
        places.write(out);
        assertThat(PositionSet.read(new BytesIn(out.toBytes()))).isEqualTo(places);
        assertThat(places.copy()).isEqualTo(places);
    }

    private void compareGaps(Random random) {
        long from = random.nextInt(SPAN);
        long to = from + random.nextInt(20);
        TreeSet<Long> gaps = new TreeSet<>();
        for (long at = from; at < to; at++) {
            if (!model.contains(at)) {
                gaps.add(at);
            }
        }
        assertThat(members(places.absent(from, to))).isEqualTo(gaps);
        assertThat(places.firstAbsent(from)).isEqualTo(firstAbsent(from));
    }

    private long firstAbsent(long from) {
        long at = from;
        while (model.contains(at)) {
            at++;
        }
        return at;
    }

    @Seeds(200)
    void whatIsCommonIsInBoth(long seed) {
        Random random = new Random(seed);
        PositionSet one = random(random);
        PositionSet other = random(random);

        Set<Long> common = members(one);
        common.retainAll(members(other));
        assertThat(members(one.common(other))).isEqualTo(common);
        assertThat(one.common(other)).isEqualTo(other.common(one));
    }

    @Test
    void theLowestAreForgottenFirst() {
        places.addRange(0, 5);
        places.addRange(10, 12);
        places.addRange(20, 21);

        places.keepLast(2);

        assertThat(members(places)).containsExactly(10L, 11L, 20L);
        assertThat(places.size()).isEqualTo(3);
    }

    private static PositionSet random(Random random) {
        PositionSet places = new PositionSet();
        for (int i = random.nextInt(10); i > 0; i--) {
            long from = random.nextInt(SPAN);
            places.addRange(from, from + random.nextInt(10));
        }
        return places;
    }

    private static Set<Long> members(PositionSet places) {
        Set<Long> members = new TreeSet<>();
        places.forEach((from, to) -> {
            for (long at = from; at < to; at++) {
                members.add(at);
            }
        });
        return members;
    }
}
