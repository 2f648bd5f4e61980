package dev.leat.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ContestTest {
    private static final int CONTENDERS = 3;
    private static final int ROUNDS = 300;

    private final List<Integer> turns = new ArrayList<>();

    @Test
    void everyContenderHasOneWindowInEveryRound() {
        List<Measured> measured = contest();

        for (int start = 0; start < turns.size(); start += CONTENDERS) {
            assertThat(turns.subList(start, start + CONTENDERS)).containsExactlyInAnyOrder(0, 1, 2);
        }
        assertThat(measured).allSatisfy(one -> assertThat(one.windows()).hasSize(ROUNDS));
    }

    @Test
    void nobodyFollowsTheSameOneMostOfTheTime() {
        contest();

        int[][] followed = new int[CONTENDERS][CONTENDERS];
        for (int i = 1; i < turns.size(); i++) {
            followed[turns.get(i)][turns.get(i - 1)]++;
        }
        for (int who = 0; who < CONTENDERS; who++) {
            for (int other = 0; other < CONTENDERS; other++) {
                if (other != who) {
                    assertThat(followed[who][other]).isBetween(ROUNDS / 3, ROUNDS / 2);
                }
            }
        }
    }

    private List<Measured> contest() {
        List<Supplier<Workload>> suppliers = new ArrayList<>();
        for (int i = 0; i < CONTENDERS; i++) {
            int number = i;
            suppliers.add(() -> new Noted(number));
        }
        return Contest.run(suppliers, new Pace(0, 1, ROUNDS));
    }

    /** Notes that it ran. */
    private final class Noted implements Workload {
        private final int number;

        Noted(int number) {
            this.number = number;
        }

        @Override
        public Window run(double seconds) {
            turns.add(number);
            return Window.of(1, 0);
        }

        @Override
        public void close() {}
    }
}
