package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One appended frame and what its commit was told. */
final class Appended implements Commit {
    private static final long PATIENCE = 60;

    final int shard;
    final byte[] body;
    private final CompletableFuture<Long> end = new CompletableFuture<>();
    private final AtomicInteger tellings = new AtomicInteger();

    private Appended(int shard, byte[] body) {
        this.shard = shard;
        this.body = body;
    }

    static Appended to(Journal journal, int shard, byte[] body) {
        Appended appended = new Appended(shard, body);
        journal.append(shard, ByteBuffer.wrap(body), appended);
        return appended;
    }

    /** Handed over by a thread that would do the commit itself. */
    static Appended committed(Journal journal, int shard, byte[] body) {
        Appended appended = new Appended(shard, body);
        journal.commit(List.of(new Journal.Append(shard, ByteBuffer.wrap(body), appended)));
        return appended;
    }

    static Appended to(Journal journal, String body) {
        return to(journal, 0, body.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void durable(long position) {
        tellings.incrementAndGet();
        end.complete(position);
    }

    @Override
    public void failed(StorageException cause) {
        tellings.incrementAndGet();
        end.completeExceptionally(cause);
    }

    /** The position after the frame; throws what the commit failed with. */
    long end() {
        try {
            return end.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StorageException cause ? cause : e;
        }
    }

    boolean isDurable() {
        return end.isDone() && !end.isCompletedExceptionally();
    }

    int tellings() {
        return tellings.get();
    }

    Shown shown() {
        return Shown.of(shard, end(), ByteBuffer.wrap(body));
    }
}
