package dev.leat.examples.mails;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailsTest {

    @Test
    void whatFailsIsTriedAgainThenSetAsideAndSentBackAsOftenAsItIsRun(@TempDir Path data) throws InterruptedException {
        try (Leat leat = Leat.open(data)) {
            check(run(leat));
            check(run(leat));
        }
    }

    private static List<String> run(Leat leat) throws InterruptedException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Mails.run(leat, new PrintStream(printed, true, StandardCharsets.UTF_8));
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void check(List<String> lines) {
        int broken = lines.indexOf("5 failures, and these are dead:");
        int mended = broken + 3;
        int end = lines.indexOf("still dead:");

        assertThat(lines.subList(0, broken))
                .containsExactlyInAnyOrder(
                        "ann@example.org: sent at attempt 1",
                        "busy@example.org: try again later",
                        "busy@example.org: try again later",
                        "busy@example.org: sent at attempt 3",
                        "broken@example.org: mailbox unavailable",
                        "broken@example.org: mailbox unavailable",
                        "broken@example.org: mailbox unavailable",
                        "nobody: no address: nobody");
        assertThat(lines.subList(broken + 1, mended))
                .containsExactlyInAnyOrder(
                        "  nobody (attempts: 1): no address: nobody",
                        "  broken@example.org (attempts: 3): java.io.IOException: mailbox unavailable");
        assertThat(lines.subList(mended, end))
                .containsExactlyInAnyOrder(
                        "2 sent back", "broken@example.org: sent at attempt 1", "nobody: no address: nobody");
        assertThat(lines.subList(end + 1, lines.size())).containsExactly("  nobody (attempts: 1): no address: nobody");
    }
}
