package dev.leat.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest {
    private static final int PAGE = FrameFormat.PAGE;

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
        assumeTrue(System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64"));
        try (Disk.Handle handle = disk.openThrough(file)) {
            handle.writeThrough(page('a'), 0);
            List<Integer> flags = flagsOfOpenFiles();

            assumeTrue(Files.getFileStore(file).getBlockSize() <= PAGE && !isMemory());
            assertThat(flags).anyMatch(all -> (all & DIRECT_AND_DSYNC) == DIRECT_AND_DSYNC);
        }
    }

    /** File systems in memory have no disk to go to. */
    private boolean isMemory() throws IOException {
        return Files.getFileStore(file).type().equals("tmpfs");
    }

    /** The flags with which this process has opened the file. */
    private List<Integer> flagsOfOpenFiles() throws IOException {
        List<Integer> flags = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : open.filter(this::isOurs).toList()) {
                Path info = Path.of("/proc/self/fdinfo").resolve(each.getFileName());
                Files.readAllLines(info).stream()
                        .filter(line -> line.startsWith("flags:"))
                        .map(line -> Integer.parseInt(
                                line.substring("flags:".length()).trim(), 8))
                        .forEach(flags::add);
            }
        }
        return flags;
    }

    private boolean isOurs(Path open) {
        try {
            return Files.readSymbolicLink(open).equals(file);
        } catch (IOException e) {
            return false; // somebody else's, closed by now
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
