package dev.leat.cli.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.outbox.Outbox;
import dev.leat.outbox.OutboxStatus;
import dev.leat.outbox.OutboxTx;
import dev.leat.outbox.Schema;
import dev.leat.outbox.sink.LeatEndpoint;
import dev.leat.outbox.sink.QueueSink;
import dev.leat.outbox.sink.StreamSink;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of an outbox on their way into streams and queues of a real server. */
class OutboxSinksIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    static Path directory;

    private static ServerProcess server;
    private static LeatEndpoint leat;

    private JdbcConnectionPool database;
    private Outbox outbox;
    private Client client;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = new ServerProcess(directory);
        server.start();
        leat = LeatEndpoint.at(server.url());
    }

    @AfterAll
    static void kill() throws InterruptedException {
        server.kill();
    }

    @BeforeEach
    void open() throws SQLException {
        database = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "", "");
        Schema.install(database);
        client = new Client(server);
    }

    @AfterEach
    void close() {
        outbox.close();
        client.close();
        database.dispose();
    }

    private void start(Sink sink, RouteOptions options) throws SQLException {
        outbox = Outbox.builder(database)
                .namespace("shop")
                .sink("orders", sink, options)
                .build();
        outbox.start();
    }

    private void emit(String... payloads) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try (OutboxTx tx = outbox.in(connection)) {
                for (String payload : payloads) {
                    tx.emit("orders", "k", payload.getBytes(UTF_8))
                            .header("a \"b\"", "c\\d\n")
                            .trace("00-1-2-01");
                }
            }
            connection.commit();
        }
    }

    private String query(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                ResultSet result = connection.createStatement().executeQuery(sql)) {
            return result.next() ? result.getString(1) : "";
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute(sql);
        }
    }

    private static void eventually(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("a minute has passed").isLessThan(deadline);
            Thread.sleep(5); // until it looks at the condition again; how long does not matter
        }
    }

    private void drained() throws Exception {
        eventually(() -> query("select count(*) from ob_event").equals("0"));
    }

    @Test
    void everyRowIsAMessageOfAJsonStream() throws Exception {
        start(StreamSink.json(leat, "json/orders").creating(), RouteOptions.ordered());

        emit("{\"id\": 1}", "[2]", "\"3, or so\"", "4");

        drained();
        assertThat(client.readAll("json/orders")).isEqualTo("{\"id\": 1},[2],\"3, or so\",4");
    }

    @Test
    void otherStreamsGetBytesWithAnEndingEach() throws Exception {
        client.create("lines", "text/plain", "");
        start(StreamSink.of(leat, "lines", "text/plain").endingEach("\n".getBytes(UTF_8)), RouteOptions.ordered());

        emit("a", "", "b");

        drained();
        assertThat(client.readAll("lines")).isEqualTo("a\n\nb\n");
    }

    @Test
    void aRowThatTheServerRefusesIsDeadAndItsNeighboursAreNot() throws Exception {
        start(
                StreamSink.json(leat, "refused").creating(),
                RouteOptions.ordered().onDead(RouteOptions.OnDead.SKIP));

        emit("1", "2", "{\"a\": nonsense}", "4", "5,6", "7");

        eventually(() -> query("select count(*) from ob_event where state = 0").equals("0"));
        assertThat(client.readAll("refused")).isEqualTo("1,2,4,7");
        assertThat(query("select count(*) from ob_event where state = 3")).isEqualTo("2");
        assertThat(query("select last_error from ob_event where state = 3 order by seq"))
                .contains("json-malformed");
    }

    @Test
    void aStreamThatIsNotThereIsWaitedFor() throws Exception {
        start(StreamSink.json(leat, "later"), RouteOptions.ordered());
        emit("1");
        eventually(() -> alerts().contains("stream-not-found"));

        client.create("later", "application/json", "");
        drained();
        assertThat(client.readAll("later")).isEqualTo("1");
        assertThat(alerts()).isEqualTo("[]");
    }

    @Test
    void aStreamThatWasMadeAnewStopsTheShardUntilAnEpochBegins() throws Exception {
        start(StreamSink.json(leat, "anew").creating(), RouteOptions.ordered().lease(Duration.ofMillis(600)));
        emit("1");
        drained();
        client.delete("anew");
        emit("2");

        eventually(() -> alerts().contains("producer-gap"));
        assertThat(query("select count(*) from ob_event where state = 0 and attempts = 0"))
                .isEqualTo("1");

        outbox.admin().beginEpoch("orders", Integer.parseInt(query("select shard from ob_event")));
        drained();
        assertThat(client.readAll("anew")).isEqualTo("2");
    }

    private String alerts() throws SQLException {
        return outbox.status()
                .route("orders")
                .map(OutboxStatus.RouteStatus::here)
                .map(OutboxStatus.Here::alerts)
                .orElseThrow()
                .toString();
    }

    @Test
    void aQueueGetsEachRowOnceEvenIfItIsSentTwice() throws Exception {
        try (QueueClient queue = new QueueClient(server)) {
            queue.create("mail", "{}");
            start(
                    QueueSink.to(leat, "mail", "text/plain"),
                    RouteOptions.leased().keepDone(Duration.ofHours(1)));
            emit("one", "two");
            eventually(
                    () -> query("select count(*) from ob_event where state = 2").equals("2"));

            // As if the worker had ended before it could settle them.
            execute("update ob_event set state = 0");
            eventually(
                    () -> query("select count(*) from ob_event where state = 2").equals("2"));

            Map<String, QueueClient.Standing> there = queue.browse("mail");
            assertThat(there).containsOnlyKeys("one", "two");
        }
    }

    @Test
    void aQueueThatIsNotThereIsWaitedFor() throws Exception {
        try (QueueClient queue = new QueueClient(server)) {
            start(QueueSink.to(leat, "slow", "text/plain"), RouteOptions.ordered());
            emit("one", "two");
            eventually(() ->
                    query("select coalesce(min(last_error), '') from ob_event").contains("queue-not-found"));

            queue.create("slow", "{}");
            drained();
            assertThat(queue.browse("slow")).containsOnlyKeys("one", "two");
        }
    }
}
