package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.http1.RandomConversation.Expected;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.http.raw.Wire;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is asked behind whatever, and however it arrives: every answer is the one that a model gives. */
@ParameterizedClass
@EnumSource(Wire.class)
final class RandomRequestsTest {
    private static final int CONNECTIONS = 6;

    private static WireServer server;

    @Parameter
    Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        server = WireServer.start(wire);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        server.close();
    }

    @Seeds(8)
    void everyAnswerIsThatOfTheModel(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        RandomModel model = new RandomModel("random-" + seed);
        for (String stream : model.streams()) {
            RawResponse created = server.ask(RawRequest.put(stream, RandomModel.TYPE));
            assertThat(created.status()).isEqualTo(201);
            model.created(stream, created.offset());
        }
        assertThat(server.ask(RawRequest.of("PUT", model.queue())).status()).isEqualTo(201);

        for (int i = 1; i <= CONNECTIONS; i++) {
            converse("connection " + i + ", ", new RandomConversation(random, model));
        }

        for (String stream : model.streams()) {
            assertThat(Arrays.mismatch(server.running().readAll(stream), model.bytes(stream)))
                    .as("first difference in %s", stream)
                    .isEqualTo(-1);
        }
        server.running().awaitQuiet();
        RunningServer.await("no body is held", () -> server.running().bodiesHeld() == 0);
    }

    /** Sends everything on one thread, and checks the answers on another. */
    private static void converse(String which, RandomConversation conversation) throws Exception {
        try (ExecutorService writer = Executors.newVirtualThreadPerTaskExecutor();
                RawConnection connection = server.connect()) {
            Future<?> sent = writer.submit(() -> send(connection, conversation));
            for (int i = conversation.dawdling(); i > 0; i--) {
                server.ask(RawRequest.get("/health/live")); // the answers pile up
            }
            for (Expected expected : conversation.expected()) {
                check(which + conversation.describe(expected), connection, expected);
            }
            if (conversation.isEndedByServer()) {
                assertThat(connection.isClosedByServer())
                        .as(which + "its end: nothing comes behind the last answer")
                        .isTrue();
            }
            sent.get(10, TimeUnit.SECONDS);
            leave(connection, conversation.departure());
        }
    }

    private static Void send(RawConnection connection, RandomConversation conversation) throws IOException {
        try {
            for (RandomConversation.Packet packet : conversation.packets()) {
                connection.send(packet.bytes());
                if (packet.apart()) {
                    server.heard();
                }
            }
        } catch (SocketException | SSLException e) {
            if (!conversation.isEndedByServer()) {
                throw e;
            }
        }
        return null;
    }

    private static void check(String what, RawConnection connection, Expected expected) {
        try {
            RawResponse answer = connection.answer(expected.toHead());
            assertThat(answer.status()).as(answer.toString()).isEqualTo(expected.status());
            expected.check().accept(answer);
        } catch (IOException | AssertionError e) {
            throw new AssertionError(what + ": " + e.getMessage(), e);
        }
    }

    private static void leave(RawConnection connection, RandomConversation.Departure departure) throws IOException {
        switch (departure) {
            case CLOSE -> connection.close();
            case RESET -> connection.abort();
            case HALF -> {
                connection.endOutput();
                assertThat(connection.isClosedByServer()).isTrue();
            }
        }
    }
}
