package dev.leat.outbox.sink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.outbox.Databases;
import dev.leat.outbox.Outbox;
import dev.leat.outbox.TestDatabase;
import dev.leat.outbox.spi.RouteOptions;
import dev.leat.outbox.spi.Sink;
import org.junit.jupiter.api.Test;

class StreamSinkTest {

    @Test
    void aSinkThatNumbersItsBatchesNeedsShards() {
        Sink stream = StreamSink.json(LeatEndpoint.at("http://127.0.0.1:1"), "orders");

        try (TestDatabase database = Databases.SQLITE.open()) {
            assertThatThrownBy(() -> Outbox.builder(database)
                            .sink("orders", stream, RouteOptions.leased())
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("SHARD");
        }
    }
}
