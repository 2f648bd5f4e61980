package dev.leat.client.stream;

import dev.leat.Leat;
import dev.leat.api.spi.Engine;
import org.junit.jupiter.api.AfterEach;

class EmbeddedStreamTest extends LiveStreamContract {
    private final Leat leat = Leat.inMemory();

    @Override
    Engine engine() {
        return leat.engine();
    }

    @AfterEach
    void close() {
        leat.close();
    }
}
