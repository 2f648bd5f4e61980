package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.ServerSettings;
import dev.leat.http.raw.RawConnection;
import dev.leat.http.raw.RawRequest;
import dev.leat.http.raw.RunningServer;
import java.io.IOException;
import java.util.List;

/** An answer of which the system's buffers hold only a part, so that the rest waits in the server. */
record LongAnswers(WireServer server, String stream) {
    static final int BYTES = 8 << 20;
    private static final int MESSAGE = 1 << 20;

    static ServerSettings settings() {
        return RunningServer.settings(2 * BYTES, List.of("*"));
    }

    static LongAnswers in(WireServer server) throws IOException {
        String stream = server.stream();
        for (int i = 0; i < BYTES / MESSAGE; i++) {
            assertThat(server.ask(RawRequest.post(stream, "text/plain", "x".repeat(MESSAGE)))
                            .status())
                    .isEqualTo(204);
        }
        return new LongAnswers(server, stream);
    }

    /** Returns when the server has said all that it has to say, however much of it was read. */
    void ask(RawConnection connection) throws Exception {
        connection.send(WireServer.get(stream + "?offset=-1"));
        server.heard();
        RunningServer.await("it is answered", () -> server.running().requestsInFlight() == 0);
    }
}
