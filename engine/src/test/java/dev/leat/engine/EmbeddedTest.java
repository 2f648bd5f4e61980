package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Body;
import dev.leat.api.DurableStream;
import dev.leat.api.Follower;
import dev.leat.api.Fork;
import dev.leat.api.Message;
import dev.leat.api.Offset;
import dev.leat.api.StreamConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedTest {

    @Test
    void whatWasAppendedIsReadAfterReopening(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            DurableStream orders = leat.stream("orders");
            orders.create(StreamConfig.json());
            orders.append("[{\"id\": 1}, {\"id\":2} ]");
            assertThat(orders.read().list()).extracting(Message::text).containsExactly("{\"id\": 1}", "{\"id\":2}");
        }
        try (Leat leat = Leat.open(dir)) {
            DurableStream orders = leat.stream("orders");
            orders.append(" 3 ");
            assertThat(orders.read().list()).extracting(Message::text).containsExactly("{\"id\": 1}", "{\"id\":2}");
            assertThat(orders.read(orders.read().next()).list())
                    .extracting(Message::text)
                    .containsExactly("3");
        }
    }

    @Test
    void aFollowerSeesWhatComesAndEndsWhenTheStreamIsClosed() throws Exception {
        try (Leat leat = Leat.inMemory()) {
            DurableStream log = leat.stream("log");
            log.create(StreamConfig.text());
            Thread writer = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 100; i++) {
                    log.append("line " + i);
                }
                log.close(Body.of("last"), null);
            });
            StringBuilder seen = new StringBuilder();
            try (Follower follower = log.follow(Offset.START)) {
                follower.forEach(message -> seen.append(message.text()).append('\n'));
            }
            writer.join();
            assertThat(seen.toString().lines()).hasSize(101).last().isEqualTo("last");
        }
    }

    @Test
    void aForkReadsItsSourceAndThenItself(@TempDir Path dir) {
        try (Leat leat = Leat.open(dir)) {
            leat.stream("a").create(StreamConfig.text().with(Body.of("hello")));
            DurableStream fork = leat.stream("b");
            fork.create(
                    StreamConfig.forkOf(Fork.of("a").at(Offset.START).plus(3)).with(Body.of("XY")));
            assertThat(fork.read().list()).extracting(Message::text).containsExactly("hel");
            assertThat(fork.read(fork.read().next()).list())
                    .extracting(Message::text)
                    .containsExactly("XY");
        }
    }
}
