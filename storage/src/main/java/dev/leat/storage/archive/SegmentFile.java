package dev.leat.storage.archive;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.layout.DiskFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One segment on disk and the one channel that all of its readers share. {@link SegmentFiles} decides when it closes. */
final class SegmentFile {

    private static final Pattern NAME = Pattern.compile("\\d{10}\\.archive");

    private final int id;
    private final Path path;
    private volatile long length;
    private @Nullable FileChannel channel;

    // Guarded by the lock of SegmentFiles.
    int holders;
    boolean dropped;

    SegmentFile(int id, Path path, long length) {
        this.id = id;
        this.path = path;
        this.length = length;
    }

    static String name(int id) {
        return String.format(Locale.ROOT, "%010d.archive", id);
    }

    /** The segment a file is named after, or -1 if the name is no segment's. */
    static int id(String name) {
        if (!NAME.matcher(name).matches()) {
            return -1;
        }
        long id = Long.parseLong(name.substring(0, 10));
        return id > Integer.MAX_VALUE ? -1 : (int) id;
    }

    int id() {
        return id;
    }

    Path path() {
        return path;
    }

    /** How much of the file is durable. Nothing is read beyond it. */
    long length() {
        return length;
    }

    void length(long durable) {
        length = durable;
    }

    /** The shared channel, opened when it is needed and again after an interrupted reader closed it for all. */
    synchronized FileChannel channel() {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            try {
                open = FileChannel.open(path, StandardOpenOption.READ);
            } catch (IOException e) {
                throw DiskFailure.of("cannot open archive segment " + path, e);
            }
            channel = open;
        }
        return open;
    }

    /** Lets go of the channel, if there is one. */
    synchronized void closeChannel() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw DiskFailure.of("cannot close archive segment " + path, e);
        } finally {
            channel = null;
        }
    }

    /** Fills a buffer from a place of the file on and flips it. */
    ByteBuffer read(ByteBuffer into, long at) {
        while (true) {
            try {
                return fill(into, at);
            } catch (ClosedChannelException e) {
                // A thread that is interrupted while it reads closes the channel under all others: they open it again.
                if (Thread.currentThread().isInterrupted()) {
                    throw new StorageException("interrupted while reading " + path, e);
                }
            } catch (IOException e) {
                throw DiskFailure.of("cannot read archive segment " + path + " at byte " + at, e);
            }
        }
    }

    /** How long the file is now, whatever it should be. */
    long size() {
        while (true) {
            try {
                return channel().size();
            } catch (ClosedChannelException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new StorageException("interrupted while reading " + path, e);
                }
            } catch (IOException e) {
                throw DiskFailure.of("cannot read archive segment " + path, e);
            }
        }
    }

    /** The damage of a file that lost its end: it is named with where it ends now and where it ended. */
    CorruptionException endsEarly(long size) {
        return new CorruptionException(path, size, "the file ends here, it was " + length + " bytes long");
    }

    private ByteBuffer fill(ByteBuffer into, long at) throws IOException {
        FileChannel from = channel();
        int begin = into.position();
        while (into.hasRemaining()) {
            long place = at + into.position() - begin;
            if (from.read(into, place) < 0) {
                throw endsEarly(Math.min(place, from.size()));
            }
        }
        return into.flip();
    }
}
