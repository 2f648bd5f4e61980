package dev.leat.outbox;

import static dev.leat.outbox.Fixture.commit;
import static dev.leat.outbox.Fixture.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.spi.Batch;
import dev.leat.outbox.spi.Retry;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Row;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that are handed on by a call, on every database. */
@ParameterizedClass
@EnumSource(Databases.class)
class RunOnceTest {

    private static final Retry TOMORROW =
            Retry.exponential(Duration.ofDays(1), Duration.ofDays(1)).never(IllegalArgumentException.class);

    @Parameter
    Databases kind;

    private final List<String> taken = new ArrayList<>();
    private final Set<Thread> threads = new HashSet<>();
    private TestDatabase database;
    private Outbox outbox;

    static Stream<RouteOptions> modes() {
        return Stream.of(
                RouteOptions.leased(),
                RouteOptions.locked(),
                RouteOptions.ordered(),
                RouteOptions.leased().batch(1));
    }

    @BeforeEach
    void open() {
        database = kind.open();
    }

    @AfterEach
    void close() throws Exception {
        Fixture.close(outbox, database);
    }

    private void build(Handler handler, RouteOptions options) throws SQLException {
        outbox = Outbox.builder(database)
                .namespace("shop")
                .sink("orders", Handler.of(handler), options)
                .retry(TOMORROW)
                .build();
    }

    private void take(Row row, Batch batch) {
        threads.add(Thread.currentThread());
        String text = new String(row.payload(), UTF_8);
        if (text.equals("fails")) {
            throw new IllegalStateException("not today");
        } else if (text.equals("dies")) {
            throw new IllegalArgumentException("never");
        }
        taken.add(text);
    }

    private void emit(String... texts) throws SQLException {
        commit(database, outbox, tx -> {
            for (String text : texts) {
                tx.emit("orders", "key of " + text, text.getBytes(UTF_8));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("modes")
    void whatIsDueIsHandedOnByTheCallingThreadAndReported(RouteOptions options) throws Exception {
        build(this::take, options);
        emit("a", "fails", "b", "dies", "c");
        commit(database, outbox, tx -> tx.emit("orders", "later", new byte[1]).delay(Duration.ofDays(1)));

        RunReport report = outbox.runOnce("orders");

        assertThat(report).isEqualTo(new RunReport(3, 1, 1, 2));
        assertThat(taken).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(threads).containsExactly(Thread.currentThread());
        assertThat(outbox.runOnce("orders")).isEqualTo(new RunReport(0, 0, 0, 2));
        emit("d");
        assertThat(outbox.runOnce("orders")).isEqualTo(new RunReport(1, 0, 0, 2));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void aSinkThatAlwaysEmitsARowDoesNotKeepItGoingForEver(RouteOptions options) throws Exception {
        boolean locked = options.mode() == RouteOptions.Mode.LOCKED;
        build(
                (row, batch) -> {
                    take(row, batch);
                    if (locked) {
                        OutboxTx tx = outbox.in(batch.connection());
                        tx.emit("orders", "again".getBytes(UTF_8));
                        tx.flush();
                    } else {
                        emit("again");
                    }
                },
                options);
        emit("a");

        RunReport first = outbox.runOnce("orders");

        assertThat(first).isEqualTo(new RunReport(taken.size(), 0, 0, 1));
        assertThat(outbox.runOnce("orders").left()).isOne();
    }

    @Test
    void whatTheSinkGivesBackIsLeft() throws Exception {
        build((row, batch) -> batch.release(row), RouteOptions.leased());
        emit("a", "b");

        assertThat(outbox.runOnce("orders")).isEqualTo(new RunReport(0, 0, 0, 2));
    }

    @Test
    void aPausedRouteIsLeftAlone() throws Exception {
        build(this::take, RouteOptions.leased());
        emit("a");
        outbox.admin().pause("orders");

        assertThat(outbox.runOnce("orders")).isEqualTo(new RunReport(0, 0, 0, 1));
    }

    @ParameterizedTest
    @MethodSource("modes")
    void anOutboxThatRanOnceCanBeStartedAndThenHandsOnItself(RouteOptions options) throws Exception {
        build(
                (row, batch) -> {
                    synchronized (taken) {
                        take(row, batch);
                    }
                },
                options);
        outbox.runOnce("orders");
        outbox.start();
        emit("a");

        eventually(() -> {
            synchronized (taken) {
                return taken.contains("a");
            }
        });
        assertThatThrownBy(() -> outbox.runOnce("orders")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> outbox.runOnce("nothing")).isInstanceOf(IllegalArgumentException.class);
    }
}
