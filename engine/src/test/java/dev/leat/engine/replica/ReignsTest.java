package dev.leat.engine.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.replica.Entry.Reign;
import dev.leat.engine.replica.Entry.Turns;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReignsTest {
    private static final NodeId A = new NodeId("a");
    private static final NodeId B = new NodeId("b");

    private final Reigns reigns = new Reigns();

    private static Turns turns(long reign, long seq) {
        return new Turns(reign, seq, List.of());
    }

    private static Reign reign(NodeId leader) {
        return new Reign(leader, 1, 0);
    }

    @Test
    void entriesOfAReignCountInTheirOrder() {
        assertThat(reigns.accepts(5, reign(A))).isTrue();

        assertThat(reigns.accepts(6, turns(5, 1))).isTrue();
        assertThat(reigns.accepts(7, turns(5, 2))).isTrue();
        assertThat(reigns.reign()).isEqualTo(5);
        assertThat(reigns.nextSeq()).isEqualTo(3);
    }

    @Test
    void whatFollowsAMissingEntryIsVoidUntilTheNextReign() {
        reigns.accepts(5, reign(A));
        reigns.accepts(6, turns(5, 1));

        assertThat(reigns.accepts(7, turns(5, 3))).isFalse();
        assertThat(reigns.accepts(8, turns(5, 4))).isFalse();

        assertThat(reigns.accepts(9, reign(A))).isTrue();
        assertThat(reigns.accepts(10, turns(5, 5))).as("of the reign before").isFalse();
        assertThat(reigns.accepts(11, turns(9, 1))).isTrue();
    }

    @Test
    void anEntryThatComesTwiceCountsOnce() {
        reigns.accepts(5, reign(A));

        assertThat(reigns.accepts(6, turns(5, 1))).isTrue();
        assertThat(reigns.accepts(7, turns(5, 1))).isFalse();
        assertThat(reigns.accepts(8, turns(5, 2))).isTrue();
    }

    @Test
    void whatAnotherLeaderDecidedAfterItsReignIsVoid() {
        reigns.accepts(5, reign(A));
        reigns.accepts(6, turns(5, 1));
        reigns.accepts(7, reign(B));

        assertThat(reigns.accepts(8, turns(5, 2))).isFalse();
        assertThat(reigns.accepts(9, turns(7, 1))).isTrue();
    }

    @Test
    void aLogWithoutAReignHasNoEntriesThatCount() {
        assertThat(reigns.accepts(1, turns(0, 2))).isFalse();
    }

    @Test
    void aLaterLifeDecidesAlike() {
        Reigns later = new Reigns(5, 3);

        assertThat(later.accepts(8, turns(5, 4))).isFalse();
        assertThat(later.accepts(9, turns(5, 3))).isTrue();
    }
}
