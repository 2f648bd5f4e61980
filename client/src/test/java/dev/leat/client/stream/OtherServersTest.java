package dev.leat.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Follower;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.client.LeatClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that keep to the protocol, or nearly, and say less or other things than Leat does. */
@Timeout(25) // less than what is repeated before it is refused
class OtherServersTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String NINE = "0000000000000000_0000000000000009";

    private ScriptedServer server;
    private LeatClient client;
    private DurableStream orders;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.start();
        client = LeatClient.builder(server.url()).streamsAt("/").build();
        orders = client.stream("orders");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private void holds(String type) {
        server.answers("HEAD", 200, "", "Content-Type", type, "Stream-Next-Offset", NINE);
    }

    private static Rejection refusal(Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            return e.rejection();
        }
        throw new AssertionError("it was not refused");
    }

    private void append(String seq, ContentType type) {
        client.engine().call(new Command.Append(orders.path(), type, Body.of("1"), null, seq, false));
    }

    @Test
    void aDuplicateWithoutATailIsASuccessAtOnce() {
        holds("application/json");
        server.answers("POST", 204, "", "Producer-Epoch", "0", "Producer-Seq", "4");

        AppendResult appended = orders.append(Body.of("1"), new ProducerStamp("p", 0, 0));
        try (Producer<byte[]> producer = orders.producer().id("p").epoch(0).start()) {
            producer.append("1".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(appended).isEqualTo(new AppendResult(Offset.of(NINE), false, true, new ProducerStamp("p", 0, 4)));
        assertThat(server.asked("POST")).hasSize(2);
    }

    /** It breaks the protocol, and nothing tells its answers apart from those of a server that has all of it already. */
    @Test
    void aServerThatAnswersEveryAppendAsARepetitionIsGivenUpRatherThanFilled() {
        holds("application/json");
        server.answers("POST", 409, "", "Producer-Expected-Seq", "0", "Producer-Received-Seq", "9")
                .answers("POST", 204, "", "Stream-Next-Offset", NINE);
        Producer<byte[]> producer = orders.producer().id("p").start();

        assertThatThrownBy(() -> producer.append("1".getBytes(StandardCharsets.UTF_8))
                        .toCompletableFuture()
                        .join())
                .hasMessageContaining("every epoch that the producer p claims is answered as taken");

        assertThat(server.asked("POST")).hasSizeLessThan(15);
    }

    @Test
    void aTailThatCannotBeFoundOutIsNotTakenForAnAppendThatFailed() {
        server.answers("POST", 204, "").answers("HEAD", 403, "");

        Rejection refusal = refusal(() -> append(null, ContentType.JSON));

        assertThat(refusal).isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(refusal.reason()).contains("it was appended");
        assertThat(server.asked("POST")).hasSize(1);
    }

    @Test
    void aCreateThatTellsNothingIsCompletedByALook() {
        holds("text/plain");
        server.answers("PUT", 201, "");

        assertThat(orders.create(StreamConfig.text()))
                .isEqualTo(new CreateStreamResult(true, ContentType.TEXT, Offset.of(NINE), false));
    }

    @Test
    void aConflictOfASequenceIsToldAsOne() {
        holds("application/json");
        server.answers("POST", 409, "Sequence conflict", "Content-Type", "text/plain");

        Rejection refusal = refusal(() -> append("a", null));

        assertThat(refusal).isEqualTo(new Rejection.SeqRegression(null, "a"));
        assertThat(refusal.reason()).contains("sequence");
    }

    @Test
    void aConflictWithAClosedStreamIsToldAlsoWithoutItsEnd() {
        server.answers(
                        "HEAD",
                        200,
                        "",
                        "Content-Type",
                        "application/json",
                        "Stream-Next-Offset",
                        NINE,
                        "Stream-Closed",
                        "true")
                .answers("POST", 409, "", "Stream-Closed", "true", "Stream-Next-Offset", "");

        assertThat(refusal(() -> append("a", null)))
                .isEqualTo(new Rejection.StreamClosed(orders.path(), Offset.of(NINE)));
    }

    @Test
    void aConflictOfContentTypesIsToldAndWhatWasOnlyRememberedIsLookedUpAgain() {
        server.answers("HEAD", 200, "", "Content-Type", "text/plain", "Stream-Next-Offset", NINE);
        server.answers("PUT", 201, "", "Content-Type", "application/json", "Stream-Next-Offset", NINE);
        server.answers("POST", 409, "Content-type mismatch")
                .answers("POST", 204, "", "Stream-Next-Offset", NINE)
                .answers("POST", 409, "Content-type mismatch");
        orders.create(StreamConfig.json());

        orders.append("1"); // the stream was made anew by another, and holds text now

        assertThat(server.asked("POST"))
                .extracting(asked -> asked.headers().get("Content-type").get(0))
                .containsExactly("application/json", "text/plain");
        assertThat(refusal(() -> append(null, ContentType.JSON)))
                .isEqualTo(new Rejection.ContentTypeMismatch(ContentType.TEXT, ContentType.JSON));
    }

    @Test
    void anOffsetOfAnotherFormIsRefusedAndNamed() {
        for (String offset : new String[] {"01JQXK5V00", "7_3", "0000000000000007_0000000000000003"}) {
            try (ScriptedServer odd = ScriptedServer.start();
                    LeatClient asking =
                            LeatClient.builder(odd.url()).streamsAt("/").build()) {
                odd.answers("GET", 200, "[1]", "Content-Type", "application/json", "Stream-Next-Offset", offset);

                Rejection refusal = refusal(() -> asking.stream("orders").read());

                assertThat(refusal.reason()).contains(offset, odd.url());
                assertThat(odd.asked("GET")).hasSize(1);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void offsetsThatCountNoBytesAreThoseOfWholeReads() {
        server.answers(
                "GET",
                200,
                " [{\"a\": 1}, {\"b\": [2, 3]}]\n",
                "Content-Type",
                "application/json",
                "Stream-Next-Offset",
                NINE,
                "Stream-Up-To-Date",
                "true");

        Messages all = orders.read();

        assertThat(all.list())
                .extracting(message -> message.text().strip())
                .containsExactly("{\"a\": 1}", "{\"b\": [2, 3]}");
        assertThat(all.list().get(0).next()).isEqualTo(Offset.START); // reading on there finds all of them again
        assertThat(all.list().get(1).next()).isEqualTo(Offset.of(NINE));
    }

    @Test
    void aReadThatMovesNowhereIsUpToDateAlsoIfTheServerDoesNotSaySo() {
        server.answers("GET", 200, "[ ]", "Content-Type", "application/json", "Stream-Next-Offset", NINE);

        assertThat(orders.read(Offset.of(NINE)).upToDate()).isTrue();
    }

    @Test
    void aWaitThatFindsNothingAndTellsNothingGoesOnWhereItWas() throws InterruptedException {
        holds("text/plain");
        server.answers("long-poll", 204, "", "Stream-Cursor", "a&b")
                .answers("long-poll", 204, "")
                .answers(
                        "long-poll",
                        200,
                        "new",
                        "Content-Type",
                        "text/plain",
                        "Stream-Next-Offset",
                        "0000000000000000_0000000000000012");

        try (Follower live = orders.follow(Offset.of(NINE))) {
            assertThat(live.next(LONG).orElseThrow().list().get(0).text()).isEqualTo("new");
        }

        assertThat(server.asked("long-poll"))
                .hasSize(3)
                .allMatch(asked -> asked.uri().contains("offset=" + NINE));
        assertThat(server.asked("long-poll").get(1).uri()).endsWith("&cursor=a%26b");
    }

    @Test
    void aServerThatDoesNotWaitIsNotAskedWithoutAPause() throws InterruptedException {
        server.answers("long-poll", 204, "", "Stream-Next-Offset", NINE);
        try (LeatClient polling = LeatClient.builder(server.url())
                        .streamsAt("/")
                        .followByLongPoll()
                        .build();
                Follower live = polling.stream("orders").follow(Offset.of(NINE))) {
            assertThat(live.next(Duration.ofMillis(300))).isEmpty();
        }

        assertThat(server.asked("long-poll")).hasSizeLessThan(20);
    }

    @Test
    void eventsThatCannotBeReadAreReplacedByLongPolls() throws InterruptedException {
        holds("application/json");
        server.answers("long-poll", 204, "", "Stream-Next-Offset", NINE)
                .answers(
                        "long-poll",
                        200,
                        "[7]",
                        "Content-Type",
                        "application/json",
                        "Stream-Next-Offset",
                        "0000000000000000_0000000000000011")
                .answers("GET", 200, "[]", "Content-Type", "application/json", "Stream-Next-Offset", NINE)
                .answers("sse", 200, "event: control\ndata: {not json\n\n", "Content-Type", "text/event-stream");

        try (Follower live = orders.follow(Offset.of(NINE))) {
            assertThat(live.next(LONG).orElseThrow().list().get(0).text()).isEqualTo("7");
        }

        assertThat(server.asked("sse")).hasSize(1);
    }

    @Test
    void headersAndParametersAreAskedForWithEveryRequest() {
        holds("application/json");
        server.answers("GET", 200, "[]", "Content-Type", "application/json", "Stream-Next-Offset", NINE);
        AtomicInteger count = new AtomicInteger();
        AtomicInteger parameters = new AtomicInteger();
        try (LeatClient counting = LeatClient.builder(server.url())
                .streamsAt("/")
                .header("X-Count", () -> "h" + count.incrementAndGet())
                .parameter("count & more", () -> "p " + parameters.incrementAndGet())
                .build()) {
            counting.stream("orders").head();
            counting.stream("orders").read();
        }

        assertThat(server.asked("HEAD").get(0).uri()).isEqualTo("/orders?count%20%26%20more=p%201");
        assertThat(server.asked("GET").get(0).uri()).isEqualTo("/orders?offset=-1&count%20%26%20more=p%202");
        assertThat(server.asked("GET").get(0).headers().get("X-count")).containsExactly("h2");
    }

    @Test
    void aServerThatIsNotThereIsToldSoonAndByItsUrl() {
        String url = server.url();
        server.close();

        Rejection refusal = refusal(orders::head);

        assertThat(refusal).isEqualTo(new Rejection.Unavailable("no server at " + url, Duration.ofSeconds(1)));
        try (Producer<byte[]> producer = orders.producer().start()) {
            assertThatThrownBy(() ->
                            producer.append(new byte[1]).toCompletableFuture().join())
                    .hasMessageContaining(url);
        } catch (RejectedException e) {
            assertThat(e.rejection()).isEqualTo(refusal);
        }
    }

    @Test
    void aServerThatWasThereIsAskedUntilItIsBack() throws IOException {
        ScriptedServer first = ScriptedServer.startOnAPortToKeep();
        try (LeatClient hasty = LeatClient.builder(first.url())
                .streamsAt("/")
                .waitForServer(Duration.ZERO)
                .build()) {
            String[] told = {"Content-Type", "application/json", "Stream-Next-Offset", NINE};
            first.answers("HEAD", 200, "", told);
            hasty.stream("orders").head();
            first.close();
            var head = hasty.stream("orders").async().head().toCompletableFuture();

            try (ScriptedServer second = ScriptedServer.start(first.port())) {
                second.answers("HEAD", 200, "", told);

                assertThat(head.join().tail()).isEqualTo(Offset.of(NINE));
            }
        }
    }
}
