package dev.leat.storage.layout;

import dev.leat.storage.InUseException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps other processes out of a data directory, until it is closed or the process ends. The file stays: deleting it would
 * let two processes lock two files of the same name.
 */
final class DirectoryLock implements AutoCloseable {

    static final String NAME = "LOCK";

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final long RETRY_NANOS = 20_000_000;
    private static final Pattern PID = Pattern.compile("pid (\\d+)\n");

    /**
     * The directories this process has open. A file lock of POSIX belongs to the process and goes as soon as any of its
     * descriptors of that file is closed, so a second attempt must not even open the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final @Nullable FileChannel channel;

    private DirectoryLock(Path root, @Nullable FileChannel channel) {
        this.root = root;
        this.channel = channel;
    }

    /**
     * Takes a directory for this process alone, and leaves its pid in the lock file.
     *
     * @param wait how long another process may take to let go of it
     */
    static DirectoryLock exclusive(Path root, Duration wait) throws IOException {
        return take(root, file -> {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return locked(channel, () -> {
                refuseIfNull(tryLock(channel, root, wait), channel, root);
                leavePid(channel);
            });
        });
    }

    /** Locks the file, or returns null if another process still has it after the wait. An interrupt ends the wait. */
    private static @Nullable FileLock tryLock(FileChannel channel, Path root, Duration wait) throws IOException {
        long deadline = System.nanoTime() + wait.toNanos();
        FileLock lock = channel.tryLock();
        if (lock == null && wait.isPositive()) {
            LOG.warn(
                    "{} is in use by another process ({}); waiting up to {} ms for it to end",
                    root,
                    holder(channel),
                    wait.toMillis());
        }
        while (lock == null
                && deadline - System.nanoTime() > 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(RETRY_NANOS);
            lock = channel.tryLock();
        }
        return lock;
    }

    /** Takes a directory against writers, changing nothing. Without a lock file there was never a writer: no lock needed. */
    static DirectoryLock shared(Path root) throws IOException {
        return take(root, file -> {
            if (!Files.exists(file)) {
                return null;
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return locked(channel, () -> refuseIfNull(channel.tryLock(0, Long.MAX_VALUE, true), channel, root));
        });
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot let go of " + root.resolve(NAME), e);
        } finally {
            HELD.remove(root);
        }
    }

    private interface Opening {
        @Nullable
        FileChannel open(Path file) throws IOException;
    }

    private interface Locking {
        void lock() throws IOException;
    }

    private static DirectoryLock take(Path root, Opening opening) throws IOException {
        Path real = root.toRealPath();
        if (!HELD.add(real)) {
            throw new InUseException(root + " is in use by this process already (pid "
                    + ProcessHandle.current().pid() + "). Close it there first");
        }
        try {
            return new DirectoryLock(real, opening.open(real.resolve(NAME)));
        } catch (OverlappingFileLockException e) {
            HELD.remove(real);
            throw new InUseException(root + " is in use by this process already, under another name", e);
        } catch (IOException | RuntimeException e) {
            HELD.remove(real);
            throw e;
        }
    }

    /** The channel with its lock, or no open channel at all. */
    private static FileChannel locked(FileChannel channel, Locking locking) throws IOException {
        try {
            locking.lock();
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void refuseIfNull(@Nullable FileLock lock, FileChannel channel, Path root) throws IOException {
        if (lock == null) {
            throw new InUseException(root + " is in use by another process (" + holder(channel)
                    + "). Stop that process, or choose another directory");
        }
    }

    /** Written over the old one and then cut, so that a full disk does not prevent the start. */
    private static void leavePid(FileChannel channel) throws IOException {
        ByteBuffer pid = StandardCharsets.US_ASCII.encode(
                "pid " + ProcessHandle.current().pid() + "\n");
        int length = pid.remaining();
        channel.write(pid, 0);
        channel.truncate(length);
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(64);
        channel.read(content, 0);
        Matcher pid = PID.matcher(StandardCharsets.US_ASCII.decode(content.flip()));
        return pid.matches() ? "pid " + pid.group(1) : "pid unknown";
    }
}
