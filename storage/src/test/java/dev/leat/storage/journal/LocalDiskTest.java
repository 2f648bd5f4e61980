package dev.leat.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.leat.storage.settings.JournalSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {
    private static final int PAGE = Frame.PAGE;

    /** As Linux has them on x86-64; on other processors they are others. */
    private static final int DIRECT_AND_DSYNC = 0x4000 | 0x1000;

    private final Disk disk = Disk.local();

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void fill() throws IOException {
        file = Files.write(directory.resolve("file"), new byte[4 * PAGE]).toRealPath();
    }

    @Test
    void whatIsWrittenThroughIsReadLikeAnythingElse() throws IOException {
        try (Disk.Handle handle = disk.openThrough(file)) {
            handle.writeThrough(page('a'), 0);
            handle.writeThrough(page('b'), PAGE);
            handle.writeThrough(page('c'), 0);
        }

        assertThat(pages()).containsExactly((int) 'c', (int) 'b', 0, 0);
    }

    @Test
    void bothWaysOfWritingSeeEachOther() throws IOException {
        try (Disk.Handle through = disk.openThrough(file);
                Disk.Handle other = disk.open(file)) {
            other.write(page('x'), PAGE);
            other.force();
            assertThat(pages()).containsExactly(0, (int) 'x', 0, 0);

            through.writeThrough(page('y'), PAGE);
            assertThat(pages()).containsExactly(0, (int) 'y', 0, 0);

            other.write(page('z'), PAGE);
            other.force();
            assertThat(pages()).containsExactly(0, (int) 'z', 0, 0);
        }
    }

    @Test
    void aFirstWriteThatCannotGoDirectlyGoesTheOtherWay() throws IOException {
        try (Disk.Handle handle = disk.openThrough(file)) {
            handle.writeThrough(ByteBuffer.wrap(new byte[] {1, 2, 3}), 5); // no page, and not where one begins
            handle.writeThrough(page('d'), 2 * PAGE);
        }

        assertThat(Arrays.copyOf(Files.readAllBytes(file), 9)).containsExactly(0, 0, 0, 0, 0, 1, 2, 3, 0);
        assertThat(pages().get(2)).isEqualTo((int) 'd');
    }

    @Test
    void framesOfAJournalAreWrittenPastThePageCache() throws IOException {
        assumeTrue(System.getProperty("os.arch").equals("amd64")
                && Set.of("ext4", "xfs").contains(Files.getFileStore(directory).type()));
        Path journals = Files.createDirectory(directory.resolve("journal"));
        try (Journal journal = FileJournal.open(journals, JournalSettings.defaults())) {
            Shown.by(journal, 0);
            Appended.to(journal, "one").shown();
            Appended.committed(journal, 1, new byte[2_000_000]).shown();

            assertThat(flags(JournalFiles.file(journals.toRealPath(), 0)))
                    .anyMatch(all -> (all & DIRECT_AND_DSYNC) == DIRECT_AND_DSYNC);
        }
    }

    @Test
    void whatWasRefusedOnceIsNotTriedAgain() throws IOException {
        try (Disk.Handle handle = disk.openThrough(file)) {
            handle.writeThrough(ByteBuffer.wrap(new byte[] {1}), 0);

            assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")));
            assertThat(flags(file)).isNotEmpty().noneMatch(all -> (all & DIRECT_AND_DSYNC) != 0);
        }
    }

    /** The flags with which this process has opened a file; one that cannot be written directly closes what it has for that. */
    private static List<Integer> flags(Path file) throws IOException {
        List<Integer> flags = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : open.filter(each -> leadsTo(file, each)).toList()) {
                Path info = Path.of("/proc/self/fdinfo").resolve(each.getFileName());
                try {
                    flags(Files.readString(info)).forEach(flags::add);
                } catch (NoSuchFileException e) {
                    // closed meanwhile, by the thread that prepares segments
                }
            }
        }
        return flags;
    }

    private static Stream<Integer> flags(String info) {
        return info.lines()
                .filter(line -> line.startsWith("flags:"))
                .map(line -> Integer.parseInt(line.substring("flags:".length()).trim(), 8));
    }

    private static boolean leadsTo(Path file, Path open) {
        try {
            return Files.readSymbolicLink(open).equals(file);
        } catch (IOException e) {
            return false; // another file's, closed by now
        }
    }

    /** The first byte of each page, if all of it has the same. */
    private List<Integer> pages() throws IOException {
        byte[] all = Files.readAllBytes(file);
        List<Integer> pages = new ArrayList<>();
        for (int at = 0; at < all.length; at += PAGE) {
            byte[] page = Arrays.copyOfRange(all, at, at + PAGE);
            byte[] same = new byte[PAGE];
            Arrays.fill(same, page[0]);
            pages.add(Arrays.equals(page, same) ? (int) page[0] : -1);
        }
        return pages;
    }

    private static ByteBuffer page(int content) {
        ByteBuffer page = ByteBuffer.allocateDirect(2 * PAGE).alignedSlice(PAGE).limit(PAGE);
        while (page.hasRemaining()) {
            page.put((byte) content);
        }
        return page.flip();
    }
}
