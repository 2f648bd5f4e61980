package dev.leat.storage.journal;

import static dev.leat.storage.journal.Directories.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** Random use of a journal through several lives, each ended by a close, a crash or a power failure, against a list. */
class CrashTest {
    private static final int LIVES = 6;

    @TempDir
    Path root;

    /** Frames known to be durable, oldest first; those before {@link #from} need not be shown. */
    private final List<Shown> durable = new ArrayList<>();

    /** Frames that were on their way when the disk lost some; those that end up to {@link #safe} must be there. */
    private List<Appended> onTheirWay = List.of();

    private long safe;
    private long from;

    @Seeds(60)
    void whatWasReportedDurableIsThereAndWhatWasNotIsThereUpToSomeFrame(long seed) throws IOException {
        Random random = new Random(seed);
        Path directory = Files.createDirectory(root.resolve("first"));
        for (int life = 0; life < LIVES; life++) {
            TestDisk disk = new TestDisk();
            Path crashed = root.resolve("life" + life);
            try (Journal journal = FileJournal.open(directory, SMALL, disk)) {
                assertShown(Shown.by(journal, from));
                appendAndRecycle(journal, random);
                if (random.nextInt(3) > 0) {
                    crash(journal, disk, random, directory, crashed);
                    directory = crashed;
                }
            }
        }
    }

    private void assertShown(List<Shown> shown) {
        onTheirWay.stream()
                .map(Appended::shown)
                .filter(frame -> frame.end() <= safe)
                .forEach(durable::add);
        List<Shown> unsure = onTheirWay.stream()
                .map(Appended::shown)
                .filter(frame -> frame.end() > safe)
                .toList();
        List<Shown> sure = durable.stream().filter(frame -> frame.end() > from).toList();

        assertThat(shown.stream().limit(sure.size()).toList()).isEqualTo(sure);
        List<Shown> survivors = shown.subList(sure.size(), shown.size());
        assertThat(survivors).isEqualTo(unsure.stream().limit(survivors.size()).toList());

        durable.addAll(survivors);
        onTheirWay = List.of();
    }

    private void appendAndRecycle(Journal journal, Random random) {
        for (int step = random.nextInt(30); step > 0; step--) {
            appendSome(journal, random).forEach(frame -> durable.add(frame.shown()));
            if (random.nextInt(10) == 0) {
                from = Math.max(
                        from, durable.get(random.nextInt(durable.size())).end());
                journal.recycle(from);
            }
        }
    }

    private static List<Appended> appendSome(Journal journal, Random random) {
        List<Appended> frames = new ArrayList<>();
        for (int n = random.nextInt(1, 8); n > 0; n--) {
            int length =
                    random.nextInt(20) == 0 ? random.nextInt(JournalSegment.longestBody(SMALL)) : random.nextInt(300);
            byte[] body = new byte[length];
            random.nextBytes(body);
            frames.add(Appended.to(journal, random.nextInt(4), body));
        }
        return frames;
    }

    /** Lets the power fail at some sync of the committer: a copy of the directory is what is left. */
    private void crash(Journal journal, TestDisk disk, Random random, Path directory, Path copy) {
        AtomicInteger countdown = new AtomicInteger(random.nextInt(4));
        CountDownLatch crashed = new CountDownLatch(1);
        disk.beforeSync = at -> {
            if (Thread.currentThread().getName().contains("committer") && countdown.getAndDecrement() == 0) {
                safe = journal.durable();
                Directories.crashed(directory, copy);
                at.tear(copy, new Random(safe));
                crashed.countDown();
            }
        };
        onTheirWay = new ArrayList<>();
        while (crashed.getCount() > 0) {
            List<Appended> some = appendSome(journal, random);
            some.forEach(Appended::end);
            onTheirWay.addAll(some);
        }
    }
}
