package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamInfo;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many messages and bytes a stream has is exact, and stays so through restarts. */
class MessageCountTest {

    @TempDir
    Path temp;

    private static void assertCount(Leat leat, String path, long messages, long bytes) {
        StreamInfo info = leat.stream(path).head();
        assertThat(info.messages()).as(path).isEqualTo(messages);
        assertThat(info.bytes()).as(path).isEqualTo(bytes);
    }

    @Test
    void messagesOfAnArrayAreCountedOneByOneAndRepeatsAreNot() {
        try (Leat leat = Leat.inMemory()) {
            leat.stream("orders").create(StreamConfig.json().with(Body.of("[1, 2]")));
            leat.stream("orders").append(Body.of("[3, 4, 5]"), new ProducerStamp("p", 0, 0));
            leat.stream("orders").append(Body.of("[3, 4, 5]"), new ProducerStamp("p", 0, 0));

            assertCount(leat, "orders", 5, 10);
        }
    }

    @Test
    void aForkCountsWhatWasAppendedToIt() {
        try (Leat leat = Leat.inMemory()) {
            leat.stream("orders").create(StreamConfig.text().with(Body.of("hello")));
            leat.stream("orders").append("world");
            leat.stream("fork").create(StreamConfig.forkOf(Fork.of("orders").at(new Offset(5))));

            assertCount(leat, "fork", 0, 0);
            leat.stream("fork").append("you!");
            assertCount(leat, "fork", 1, 4);
            assertCount(leat, "orders", 2, 10);
        }
    }

    @Test
    void theCountIsTheSameAfterARestart() {
        try (Leat leat = Leat.open(temp)) {
            leat.stream("orders").create(StreamConfig.json().with(Body.of("[1, 2]")));
        }
        try (Leat leat = Leat.open(temp)) {
            assertCount(leat, "orders", 2, 4);
            leat.stream("orders").append("3");
        }
        try (Leat leat = Leat.open(temp)) {
            assertCount(leat, "orders", 3, 6);
        }
    }

    @Test
    void aStreamWhoseRowHasNoCountIsCountedAtTheStart() {
        try (Leat leat = Leat.open(temp)) {
            leat.stream("orders").create(StreamConfig.json().with(Body.of("[1, 2]")));
        }
        StoreEntries.change(temp, store -> store.putUncounted("orders"));

        try (Leat leat = Leat.open(temp)) {
            leat.stream("orders").append("3");

            assertCount(leat, "orders", 3, 6);
        }
    }
}
