package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.Leat;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.StreamConfig;
import dev.leat.engine.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies that are made while everything goes on. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BackupUnderLoadTest {
    private static final int STREAMS = 6;
    private static final int COPIES = 4;

    @TempDir
    Path temporary;

    private static String text(int stream, int number) {
        return "message " + number + " of stream " + stream + " " + "x".repeat(number % 700);
    }

    @Test
    void aCopyHoldsAPrefixOfEveryStreamWithAllThatWasAnsweredBeforeTheCall() throws Exception {
        Settings often = Small.settings().with(Small.settings().checkpoint().withBytes(128 << 10));
        AtomicIntegerArray answered = new AtomicIntegerArray(STREAMS);
        AtomicInteger stopping = new AtomicInteger();
        List<int[]> before = new ArrayList<>();
        try (Leat leat = Leat.open(temporary.resolve("data"), often)) {
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                int number = i;
                leat.stream("s" + i).create(StreamConfig.text());
                writers.add(Thread.ofVirtual().start(() -> write(leat, number, answered, stopping)));
            }
            leat.stream("fork").create(StreamConfig.forkOf(Fork.of("s0")));
            for (int copy = 0; copy < COPIES; copy++) {
                int least = 200 * (copy + 1);
                Small.until(() -> answered.get(0) > least);
                before.add(snapshot(answered));
                leat.backup(temporary.resolve("copy" + copy));
            }
            stopping.set(1);
            for (Thread writer : writers) {
                writer.join();
            }
            assertHolds(leat, snapshot(answered));
        }
        for (int copy = 0; copy < COPIES; copy++) {
            try (Leat leat = Leat.open(temporary.resolve("copy" + copy), often)) {
                assertHolds(leat, before.get(copy));
                leat.stream("s1").append("a copy can be written to");
                leat.stream("fork").append("and so can its forks");
            }
        }
        try (Leat leat = Leat.open(temporary.resolve("data"), often)) {
            assertHolds(leat, snapshot(answered));
        }
    }

    private static void write(Leat leat, int stream, AtomicIntegerArray answered, AtomicInteger stopping) {
        for (int n = 0; stopping.get() == 0; n++) {
            leat.stream("s" + stream).append(text(stream, n));
            answered.set(stream, n + 1);
        }
    }

    private static int[] snapshot(AtomicIntegerArray answered) {
        int[] copy = new int[STREAMS];
        for (int i = 0; i < STREAMS; i++) {
            copy[i] = answered.get(i);
        }
        return copy;
    }

    private static void assertHolds(Leat leat, int[] atLeast) {
        for (int i = 0; i < STREAMS; i++) {
            List<String> found = Small.texts(leat, "s" + i);
            assertThat(found).hasSizeGreaterThanOrEqualTo(atLeast[i]);
            for (int n = 0; n < found.size(); n++) {
                assertThat(found.get(n)).isEqualTo(text(i, n));
            }
        }
    }

    @Test
    void aCopyIsNotMadeOverSomethingElse() throws IOException {
        Path target = Files.createDirectories(temporary.resolve("copy"));
        Files.writeString(target.resolve("mine"), "mine");

        try (Leat leat = Leat.open(temporary.resolve("data"), Small.settings())) {
            assertThatThrownBy(() -> leat.backup(target)).hasMessageContainingAll(target.toString(), "not empty");
        }

        assertThat(target.resolve("mine")).hasContent("mine");
    }

    @Test
    void halfACopyCannotBeOpened() throws IOException {
        try (Leat leat = Leat.open(temporary.resolve("data"), Small.settings())) {
            leat.stream("a").create(StreamConfig.text());
            leat.stream("a").append("hello");
            leat.backup(temporary.resolve("copy"));
        }
        Path copy = temporary.resolve("copy");

        Files.delete(copy.resolve("MANIFEST")); // it comes last

        assertThatThrownBy(() -> Leat.open(copy, Small.settings()))
                .hasMessageContainingAll(copy.toString(), "no MANIFEST");
    }
}
