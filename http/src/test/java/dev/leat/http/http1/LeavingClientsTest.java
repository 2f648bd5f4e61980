package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What was meant for a client that is gone is not lost, and what it did not finish is not begun. */
@ParameterizedClass
@EnumSource(Wire.class)
final class LeavingClientsTest {
    @Parameter
    Wire wire;

    private static final RawRequest WAITING =
            RawRequest.post("/v1/queues/q/receive", "application/json", "{\"consumer\":\"c\",\"wait\":\"4m\"}");
    private static final RawRequest OTHER =
            RawRequest.post("/v1/queues/q/receive", "application/json", "{\"consumer\":\"d\",\"wait\":\"60s\"}");

    private WireServer server;

    @BeforeEach
    void start() throws Exception {
        server = WireServer.start(wire);
        RawRequest queue = RawRequest.put("/v1/queues/q", "application/json").body("{\"lease\":\"10m\"}");
        assertThat(server.ask(queue).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private void awaitWaiting(int count) throws InterruptedException {
        RunningServer.await(count + " wait", () -> server.running().followers("receive") == count);
    }

    /** Somebody else gets it, as if nobody had been there before. */
    private void assertDelivered(String text) throws Exception {
        assertThat(server.ask(RawRequest.post("/v1/queues/q/messages", "text/plain", text))
                        .status())
                .isBetween(200, 202);
        RawResponse received = server.ask(OTHER);
        assertThat(received.status()).isEqualTo(200);
        assertThat(received.text()).contains("\"payload\":\"" + text + "\"", "\"attempt\":1");
    }

    @Test
    void whoEndsTheConnectionGetsNoMessage() throws Exception {
        try (RawConnection leaving = server.connect()) {
            leaving.send(WAITING.bytes());
            awaitWaiting(1);
        }
        awaitWaiting(0);

        assertDelivered("hello");
    }

    @Test
    void whoResetsTheConnectionGetsNoMessage() throws Exception {
        RawConnection leaving = server.connect();
        leaving.send(WAITING.bytes());
        awaitWaiting(1);
        leaving.abort();
        awaitWaiting(0);

        assertDelivered("hello");
    }

    @Test
    void whoHadAskedForMoreGetsNoMessageEither() throws Exception {
        try (RawConnection leaving = server.connect()) {
            leaving.send(WAITING.bytes());
            awaitWaiting(1);
            server.sendInPieces(
                    leaving,
                    WireServer.get("/health/live"),
                    WireServer.get("/health/live").repeat(20));
        }
        awaitWaiting(0);

        assertDelivered("hello");
    }

    @Test
    void whoLeavesAfterAnotherRequestOfItsOwnGetsNoMessage() throws Exception {
        try (RawConnection leaving = server.connect()) {
            assertThat(leaving.ask(RawRequest.get("/health/live")).status()).isEqualTo(200);
            leaving.send(WAITING.bytes());
            awaitWaiting(1);
        }
        awaitWaiting(0);

        assertDelivered("hello");
    }

    @Test
    void otherFollowersThatLeaveAreForgotten() throws Exception {
        String stream = server.stream();
        RawConnection events = server.connect();
        RawConnection poll = server.connect();
        events.send(WireServer.get(stream + "?offset=now&live=sse"));
        poll.send(WireServer.get(stream + "?offset=now&live=long-poll"));
        RunningServer.await("both follow", () -> server.running().followers() == 2);

        events.close();
        poll.abort();

        RunningServer.await("nobody follows", () -> server.running().followers() == 0);
        server.running().awaitQuiet();
    }

    @Test
    void whoLeavesInTheMiddleOfABodyAppendsNothing() throws Exception {
        String stream = server.stream();
        String head = WireServer.post(stream);
        List<String> halves = List.of(
                head + "Content-Length: 10\r\n\r\n",
                head + "Content-Length: 10\r\n\r\nhalf",
                head + "Content-Length: 10\r\n\r\nnearly al",
                head + "Transfer-Encoding: chunked\r\n\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf",
                head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0",
                head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n");
        for (String half : halves) {
            RawConnection ending = server.connect();
            RawConnection resetting = server.connect();
            server.sendInPieces(ending, half);
            server.sendInPieces(resetting, half);
            ending.close();
            resetting.abort();
        }

        RunningServer.await("only the pulse is left", () -> server.running().connections() == 1);
        server.running().awaitQuiet();
        assertThat(server.running().bodiesHeld()).isZero();
        server.assertUntouched(stream);
    }

    @Test
    void whoLeavesInTheMiddleOfAHeadIsForgotten() throws Exception {
        String stream = server.stream();
        for (String part :
                new String[] {"", "P", "POST", "POST " + stream + " HTTP/1.1\r\nHost:", "PRI * HTTP/2.0\r\n\r\n"}) {
            RawConnection leaving = server.connect();
            server.sendInPieces(leaving, part);
            leaving.close();
        }

        RunningServer.await("only the pulse is left", () -> server.running().connections() == 1);
        server.running().awaitQuiet();
        server.assertUntouched(stream);
    }

    @Test
    void whatWasWholeWhenItsClientLeftIsAppended() throws Exception {
        String stream = server.stream();
        String half = WireServer.append(stream, "half");
        try (RawConnection leaving = server.connect()) {
            leaving.send(WireServer.append(stream, "whole") + half.substring(0, half.length() - 1));
            assertThat(leaving.answer().status()).isEqualTo(204);
        }

        RunningServer.await("only the pulse is left", () -> server.running().connections() == 1);
        server.running().awaitQuiet();
        assertThat(server.content(stream)).isEqualTo("whole");
    }

    @Test
    void whoLeavesAnswersUnreadIsForgotten() throws Exception {
        String stream = server.stream();
        server.ask(RawRequest.post(stream, "text/plain", "x".repeat(1 << 20)));
        for (int i = 0; i < 10; i++) {
            RawConnection leaving = server.connect();
            leaving.send(WireServer.get(stream).repeat(10));
            leaving.abort();
        }

        RunningServer.await("only the pulse is left", () -> server.running().connections() == 1);
        server.running().awaitQuiet();
    }
}
