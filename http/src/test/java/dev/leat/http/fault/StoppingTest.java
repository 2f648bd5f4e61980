package dev.leat.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RawResponse;
import dev.leat.http.raw.RunningServer;
import dev.leat.testkit.Pieces;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A server that stops while it is used. */
class StoppingTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void everyoneWhoWaitsGetsAWholeAnswer() throws Exception {
        ServerSettings settings = ServerSettings.defaults().with(RunningServer.live(LONG, LONG));
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        try (RunningServer server = RunningServer.inMemory(settings);
                ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            server.ask(RawRequest.put("/v1/stream/quiet", "text/plain"));
            server.ask(RawRequest.put("/v1/stream/busy", "text/plain"));
            List<RawConnection> polls = new ArrayList<>();
            List<RawConnection> followers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                polls.add(ask(server, "/v1/stream/quiet?offset=now&live=long-poll"));
                followers.add(ask(server, "/v1/stream/busy?offset=now&live=sse"));
            }
            RunningServer.await("all follow", () -> server.followers() == 40);
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                int writer = i;
                writers.add(pool.submit(() -> {
                    appendUntilTheEnd(server, writer, acknowledged);
                    return null;
                }));
            }
            RunningServer.await("appends flow", () -> acknowledged.size() > 100);

            server.server().stop(Duration.ofSeconds(20));

            for (RawConnection poll : polls) {
                assertThat(poll.answer().status()).isEqualTo(204);
                poll.close();
            }
            for (RawConnection follower : followers) {
                RawResponse whole = follower.answer(); // to the last chunk
                assertThat(whole.text()).endsWith("}\n\n");
                follower.close();
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            assertThat(content(server.leat())).containsAll(acknowledged);
        }
    }

    private static RawConnection ask(RunningServer server, String target) throws IOException {
        return server.connect().send(RawRequest.get(target).bytes());
    }

    /** An answer comes whole or not at all. */
    private static void appendUntilTheEnd(RunningServer server, int writer, Set<String> acknowledged)
            throws IOException {
        try (RawConnection connection = server.connect()) {
            for (int i = 0; ; i++) {
                String text = "<" + writer + "-" + i + ">";
                RawResponse answer = connection.ask(RawRequest.post("/v1/stream/busy", "text/plain", text));
                assertThat(answer.status()).isEqualTo(204);
                acknowledged.add(text);
            }
        } catch (EOFException e) {
            assertThat(e).hasMessage("closed");
        } catch (SocketException e) {
            assertThat(acknowledged).isNotEmpty(); // it was closed between two requests
        }
    }

    private static List<String> content(Leat leat) {
        List<String> found = new ArrayList<>();
        Pieces.read(leat.stream("busy")).forEach(message -> found.add(message.text()));
        return found;
    }
}
