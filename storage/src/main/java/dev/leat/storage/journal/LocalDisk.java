package dev.leat.storage.journal;

import dev.leat.storage.layout.DirectIo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of this machine. What has to reach the disk at once goes there directly with the file systems of Linux that are known
 * to do that: a write by {@code O_DIRECT} and {@code O_DSYNC} copies nothing into the page cache, and is one call in place of two.
 * With others, and on other systems, the second of them may not promise what {@code force} does.
 */
final class LocalDisk implements Disk {
    private static final Logger log = LoggerFactory.getLogger(LocalDisk.class);
    private static final Set<String> KNOWN = Set.of("ext4", "xfs");
    private static final Optional<OpenOption> DIRECT = DirectIo.option();

    @Override
    public Handle open(Path file) throws IOException {
        return new Buffered(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    @Override
    public Handle openThrough(Path file) throws IOException {
        Handle buffered = open(file);
        try {
            FileStore store = Files.getFileStore(file);
            if (DIRECT.isPresent() && KNOWN.contains(store.type()) && store.getBlockSize() <= Frame.PAGE) {
                Set<OpenOption> options = Set.of(StandardOpenOption.WRITE, StandardOpenOption.DSYNC, DIRECT.get());
                return new Direct(FileChannel.open(file, options), buffered);
            }
        } catch (IOException | UnsupportedOperationException e) {
            log.debug("{} is not written directly", file, e);
        }
        return buffered;
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private record Buffered(FileChannel channel) implements Handle {
        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            writeAll(channel, bytes, offset);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** A file can be opened for direct writes and then refuse them: the first one decides. */
    private static final class Direct implements Handle {
        private final FileChannel channel;
        private final Handle buffered;
        private boolean works;

        Direct(FileChannel channel, Handle buffered) {
            this.channel = channel;
            this.buffered = buffered;
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            buffered.write(bytes, offset);
        }

        @Override
        public void force() throws IOException {
            buffered.force();
        }

        @Override
        public void writeThrough(ByteBuffer bytes, long offset) throws IOException {
            int from = bytes.position();
            try {
                if (channel.isOpen()) {
                    writeAll(channel, bytes, offset);
                    works = true;
                    return;
                }
            } catch (IOException e) {
                if (works) {
                    throw e;
                }
                log.debug("direct writes are refused", e);
                channel.close();
                bytes.position(from);
            }
            buffered.writeThrough(bytes, offset);
        }

        @Override
        public void close() throws IOException {
            try (buffered) {
                channel.close();
            }
        }
    }
}
