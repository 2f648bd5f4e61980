package dev.leat.storage.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segments of an archive, and how many readers hold each. A held file stays open and on disk; of those without a reader only
 * the last used are kept open, so that thousands of segments cost a bounded number of open files.
 */
final class SegmentFiles {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentFiles.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Integer, SegmentFile> segments = new TreeMap<>();
    private final Set<SegmentFile> idle = new LinkedHashSet<>();
    private final int idleLimit;
    private boolean closed;

    SegmentFiles(List<SegmentFile> known, int idleLimit) {
        known.forEach(file -> segments.put(file.id(), file));
        this.idleLimit = idleLimit;
    }

    void add(SegmentFile file) {
        lock.lock();
        try {
            segments.put(file.id(), file);
        } finally {
            lock.unlock();
        }
    }

    /** The segments that have durable bytes, oldest first. */
    List<Segment> list() {
        lock.lock();
        try {
            return segments.values().stream()
                    .map(file -> new Segment(file.id(), file.length()))
                    .filter(segment -> segment.length() > 0)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a segment readable until it is released. */
    SegmentFile hold(int id) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the archive is closed");
            }
            SegmentFile file = segments.get(id);
            if (file == null) {
                throw new SegmentGoneException(id);
            }
            file.holders++;
            idle.remove(file);
            return file;
        } finally {
            lock.unlock();
        }
    }

    void release(SegmentFile file) {
        boolean unused;
        lock.lock();
        try {
            file.holders--;
            unused = file.dropped && file.holders == 0;
            if (file.holders == 0) {
                retire(file);
            }
        } finally {
            lock.unlock();
        }
        if (unused) {
            delete(file);
        }
    }

    /** Whether runs are still appended to a segment. */
    boolean isNewest(SegmentFile file) {
        lock.lock();
        try {
            return !segments.isEmpty() && segments.lastKey() <= file.id();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a segment; its file goes at once, or with its last holder. */
    void drop(int id) {
        SegmentFile file;
        boolean unused;
        lock.lock();
        try {
            file = segments.get(id);
            if (file == null) {
                throw new SegmentGoneException(id);
            }
            if (segments.lastKey() == id) {
                throw new IllegalArgumentException("segment " + id + " is the active one and cannot be dropped");
            }
            segments.remove(id);
            idle.remove(file);
            file.dropped = true;
            unused = file.holders == 0;
        } finally {
            lock.unlock();
        }
        if (unused) {
            delete(file);
        }
    }

    /** Closes every file that no reader holds; the others follow when they are released. */
    void close() {
        lock.lock();
        try {
            closed = true;
            idle.forEach(SegmentFile::closeChannel);
            idle.clear();
        } finally {
            lock.unlock();
        }
    }

    private void retire(SegmentFile file) {
        if (closed || file.dropped) {
            file.closeChannel();
            return;
        }
        idle.add(file);
        if (idle.size() > idleLimit) {
            SegmentFile eldest = idle.iterator().next();
            idle.remove(eldest);
            eldest.closeChannel();
        }
    }

    /** The drop is remembered by the store: a file that cannot be deleted now goes at the next start. */
    private static void delete(SegmentFile file) {
        try {
            file.closeChannel();
            Files.deleteIfExists(file.path());
        } catch (IOException e) {
            LOG.warn("cannot delete the dropped segment {}; the next start deletes it", file.path(), e);
        }
    }
}
