package dev.leat.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class TwoNodesTest {

    @Test
    void whatOneNodeChangesTheOtherForgetsAndOneOfThemSendsTheMail() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        try (EmbeddedPostgres postgres = postgres()) {
            TwoNodes.run(postgres, new PrintStream(printed, true, StandardCharsets.UTF_8));
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("b has Product[id=1, name=tea, cents=300], and has read it 1 time"),
                        line -> assertThat(line)
                                .isEqualTo("a has Product[id=1, name=tea, cents=350], as soon as it is committed"),
                        line -> assertThat(line)
                                .isEqualTo("b has Product[id=1, name=tea, cents=350], and has read it 2 times"),
                        line -> assertThat(line)
                                .isIn(
                                        "mail of a: [product-1 now at 350], of b: []",
                                        "mail of a: [], of b: [product-1 now at 350]"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "a price is not negative: a has Product[id=1, name=tea, cents=350], and 1 mails"));
    }

    private static EmbeddedPostgres postgres() {
        try {
            return EmbeddedPostgres.start();
        } catch (IOException | LinkageError e) {
            if (Boolean.getBoolean("leat.databases.required")) {
                throw new IllegalStateException("PostgreSQL does not start", e);
            }
            System.err.println("skipped: PostgreSQL does not start here: " + e);
            return Assumptions.abort("PostgreSQL does not start here: " + e);
        }
    }
}
