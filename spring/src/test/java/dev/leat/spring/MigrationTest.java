package dev.leat.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.TestDatabase;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class MigrationTest {

    @TempDir
    Path migrations;

    /** As the manual says: the file from the jar, under a number of the application's own. */
    @Test
    void flywayCreatesTheTablesBeforeTheyAreChecked() throws Exception {
        Files.writeString(migrations.resolve("V1__orders.sql"), "create table orders (id bigint primary key);");
        try (InputStream file = Objects.requireNonNull(
                Outbox.class.getResourceAsStream("/dev/leat/outbox/schema/postgresql/V1__outbox.sql"))) {
            Files.copy(file, migrations.resolve("V7__outbox.sql"));
        }

        try (TestDatabase empty = Databases.POSTGRESQL.openEmpty()) {
            for (int start = 1; start <= 2; start++) {
                try (ConfigurableApplicationContext context = Node.run(
                        empty,
                        OperationTest.Shopless.class,
                        "spring.flyway.enabled=true",
                        "spring.flyway.locations=filesystem:" + migrations)) {
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                            .executeWithoutResult(
                                    status -> context.getBean(LeatOutbox.class).emit("mail", "x".getBytes(UTF_8)));
                }
            }

            assertThat(empty.number("select count(*) from ob_event")).isEqualTo(2);
            assertThat(empty.text("select max(version) from flyway_schema_history where success"))
                    .isEqualTo("7");
        }
    }
}
