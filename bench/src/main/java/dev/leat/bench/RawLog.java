package dev.leat.bench;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Offset;
import dev.leat.bench.run.ZeroFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The least that a durable log can do, as a reference: one thread takes everything that waits, writes length and bytes of
 * each with one write into a file of zeros, forces it once, and replies. No checksums, no streams, nothing to read it with;
 * at its end the file starts over.
 */
final class RawLog implements Log, Runnable {
    private static final long FILE_BYTES = 256L << 20;
    private static final int BUFFER_BYTES = 8 << 20;
    private static final AppendResult ANSWER = new AppendResult(Offset.START, false, false, null);

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Entry idle = new Entry(new byte[0], new Waiter());
    private final AtomicReference<@Nullable Entry> newest = new AtomicReference<>();
    private final Thread writer = new Thread(this, "raw-log");
    private volatile boolean closed;
    private long position;

    /** A payload that waits, and the one that came before it; after taking, the one that came next. */
    private static final class Entry {
        final byte[] payload;
        final Reply<AppendResult> reply;

        @Nullable
        Entry next;

        Entry(byte[] payload, Reply<AppendResult> reply) {
            this.payload = payload;
            this.reply = reply;
        }
    }

    private RawLog(FileChannel file) {
        this.file = file;
    }

    static RawLog open(Path path) throws IOException {
        RawLog log = new RawLog(ZeroFile.create(path, FILE_BYTES));
        log.writer.start();
        return log;
    }

    @Override
    public void append(long turn, byte[] payload, Reply<AppendResult> reply) {
        Entry entry = new Entry(payload, reply);
        Entry seen;
        do {
            seen = newest.get();
            entry.next = seen == idle ? null : seen;
        } while (!newest.compareAndSet(seen, entry));
        if (seen == idle) {
            LockSupport.unpark(writer);
        }
    }

    @Override
    public void appendAndWait(long turn, byte[] payload) {
        Waiter waiter = new Waiter();
        append(turn, payload, waiter);
        waiter.await();
    }

    /** A reply that blocks its caller in the same way as Leat's blocking calls. */
    private static final class Waiter implements Reply<AppendResult> {
        private final Thread thread = Thread.currentThread();
        private volatile boolean done;

        @Override
        public void answered(AppendResult outcome) {
            done = true;
            LockSupport.unpark(thread);
        }

        @Override
        public void refused(Rejection rejection) {
            throw new IllegalStateException(rejection.reason());
        }

        void await() {
            while (!done) {
                LockSupport.park(this);
            }
        }
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                Entry group = take();
                if (group != null) {
                    commit(group);
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private @Nullable Entry take() {
        if (newest.compareAndSet(null, idle)) {
            while (newest.get() == idle && !closed) {
                LockSupport.park(this);
            }
        }
        Entry top = newest.getAndSet(null);
        Entry oldest = null;
        while (top != null && top != idle) {
            Entry older = top.next;
            top.next = oldest;
            oldest = top;
            top = older;
        }
        return oldest;
    }

    private void commit(Entry group) throws IOException {
        buffer.clear();
        for (Entry entry = group; entry != null; entry = entry.next) {
            buffer.putInt(entry.payload.length).put(entry.payload);
        }
        buffer.flip();
        if (position + buffer.limit() > FILE_BYTES) {
            position = 0;
        }
        while (buffer.hasRemaining()) {
            position += file.write(buffer, position);
        }
        file.force(false);
        for (Entry entry = group; entry != null; entry = entry.next) {
            entry.reply.answered(ANSWER);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(writer);
        try {
            writer.join();
            file.close();
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
