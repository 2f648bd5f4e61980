package dev.leat.client.stream;

import dev.leat.api.spi.Engine;
import dev.leat.client.LeatClient;
import dev.leat.client.ServerInProcess;
import org.junit.jupiter.api.AfterEach;

class RemoteProducerTest extends ProducerContract {
    private final ServerInProcess server = ServerInProcess.start();
    private final LeatClient client = LeatClient.connect(server.url());

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
