package dev.leat.client.stream;

import dev.leat.api.spi.Engine;
import dev.leat.client.LeatClient;
import dev.leat.client.ServerInProcess;
import java.net.http.HttpClient;
import org.junit.jupiter.api.AfterEach;

/** The same by requests that wait, and over HTTP/2. */
class LongPollStreamTest extends LiveStreamContract {
    private final ServerInProcess server = ServerInProcess.start();
    private final LeatClient client = LeatClient.builder(server.url())
            .followByLongPoll()
            .version(HttpClient.Version.HTTP_2)
            .build();

    @Override
    Engine engine() {
        return client.engine();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }
}
