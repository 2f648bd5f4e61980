package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A commit that a thread waits for. */
final class AwaitedCommit implements Commit {
    private final CompletableFuture<Optional<StorageException>> outcome = new CompletableFuture<>();

    @Override
    public void durable(long end) {
        outcome.complete(Optional.empty());
    }

    @Override
    public void failed(StorageException cause) {
        outcome.complete(Optional.of(cause));
    }

    Optional<StorageException> failure() {
        return outcome.join();
    }

    void await() {
        failure().ifPresent(cause -> {
            throw cause;
        });
    }
}
