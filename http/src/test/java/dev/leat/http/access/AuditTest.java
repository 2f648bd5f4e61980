package dev.leat.http.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.access.Audit.Refusal;
import dev.leat.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditTest {
    private final VirtualClock clock = VirtualClock.create();
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<String> lines = new ArrayList<>();
    private final Audit audit = new Audit(clock, later::add, lines::add);

    @Test
    void aRefusalIsOneLineWithAllThatMatters() {
        audit.refused(new Refusal("no scope", Action.READ, "orders/1", "key:shop", "192.0.2.1", "r-1"));
        audit.refused(new Refusal("credentials are missing", null, "", null, "192.0.2.1", null));

        assertThat(lines)
                .containsExactly(
                        "refused reason=\"no scope\" action=read path=\"orders/1\" caller=\"key:shop\""
                                + " remote=\"192.0.2.1\" request=\"r-1\"",
                        "refused reason=\"credentials are missing\" action=- path=\"\" caller=-"
                                + " remote=\"192.0.2.1\" request=-");
    }

    @Test
    void nobodyCanForgeALineOrCommandATerminal() {
        audit.refused(new Refusal(
                "no",
                Action.READ,
                "a\r\nrefused reason=\"x\" caller=\"root\u0000\u001b[2J\u2028\u0085\u202e\ud800\\",
                "b\n",
                "c\t",
                "d\u007f"));

        assertThat(lines)
                .singleElement()
                .asString()
                .isEqualTo(
                        "refused reason=\"no\" action=read path=\"a\\u000d\\u000arefused reason=\\\"x\\\" caller=\\\"root"
                                + "\\u0000\\u001b[2J\\u2028\\u0085\\u202e\\ud800\\\\\" caller=\"b\\u000a\" remote=\"c\\u0009\""
                                + " request=\"d\\u007f\"");
    }

    @Test
    void lettersOfAllScriptsStayReadable() {
        assertThat(Printable.text("bestellungen/über/日本/😀", 100)).isEqualTo("bestellungen/über/日本/😀");
    }

    @Test
    void aLineHasALimit() {
        String endless = "x".repeat(100_000);

        audit.refused(new Refusal(endless, Action.READ, endless, endless, endless, endless));

        assertThat(lines.getFirst()).hasSizeLessThan(1000).contains("…");
    }

    @Test
    void whoIsRefusedAgainAndAgainGetsAFewLinesAndThenACount() {
        for (int i = 0; i < 1000; i++) {
            refuse("192.0.2.1");
        }
        refuse("192.0.2.2");
        assertThat(lines).hasSize(Audit.LINES_PER_SECOND + 1);

        clock.advance(Duration.ofSeconds(1));
        later.forEach(Runnable::run);

        assertThat(lines.getLast())
                .isEqualTo("refused " + (1000 - Audit.LINES_PER_SECOND) + " more times remote=\"192.0.2.1\"");
        assertThat(later).hasSize(1);
    }

    @Test
    void theNextSecondStartsWithWhatTheLastLeftOut() {
        for (int i = 0; i < Audit.LINES_PER_SECOND + 3; i++) {
            refuse("192.0.2.1");
        }
        lines.clear();
        clock.advance(Duration.ofSeconds(1));

        refuse("192.0.2.1");

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).startsWith("refused 3 more times");
        later.forEach(Runnable::run);
        assertThat(lines).hasSize(2);
    }

    @Test
    void sayingWhatWasLeftOutGivesNobodyMoreLines() {
        for (int i = 0; i < 1000; i++) {
            refuse("192.0.2.1");
            List.copyOf(later).forEach(Runnable::run);
        }

        assertThat(lines).hasSize(Audit.LINES_PER_SECOND);
        assertThat(later).hasSize(1);
    }

    @Test
    void manyAddressesTogetherHaveALimitToo() {
        for (int i = 0; i < 100_000; i++) {
            refuse("2001:db8::" + Integer.toHexString(i));
        }

        assertThat(lines).hasSize(Audit.REMOTES_PER_SECOND + Audit.LINES_PER_SECOND);
        clock.advance(Duration.ofSeconds(1));
        later.forEach(Runnable::run);
        assertThat(lines.getLast()).endsWith("remote=\"others\"");
    }

    private void refuse(String remote) {
        audit.refused(new Refusal("no scope", Action.READ, "a", null, remote, null));
    }
}
