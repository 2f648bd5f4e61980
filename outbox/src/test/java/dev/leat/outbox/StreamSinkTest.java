package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StreamSinkTest {

    @Test
    void aSinkThatNumbersItsBatchesNeedsShards() {
        Sink stream = StreamSink.json(LeatServer.at("http://127.0.0.1:1"), "orders");

        try (TestDatabase database = Databases.SQLITE.open()) {
            assertThatThrownBy(() -> Outbox.builder(database)
                            .sink("orders", stream, RouteOptions.leased())
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("SHARD");
        }
    }
}
