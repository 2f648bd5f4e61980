package dev.leat.http.exchange;

import dev.leat.http.metrics.HttpMetrics;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What all exchanges of a server share.
 *
 * @param blocking runs tasks that may wait for a disk
 * @param vary what answers depend on beside their URL
 * @param publicUrl what clients call the server, without a slash at the end; null for what each client says
 * @param tls whether clients come by https
 * @param sharedCaches whether answers may be kept by caches that serve several clients
 */
public record ServerContext(
        Executor blocking,
        Cors cors,
        Vary vary,
        @Nullable String publicUrl,
        boolean tls,
        boolean sharedCaches,
        Bounds bounds,
        BodyBudget bodies,
        UnsentBytes unsent,
        SharedBytes.Maker sharedBytes,
        HttpMetrics metrics) {

    /** Runs something that may wait for a disk on another thread. The result completes there. */
    public <T> CompletableFuture<T> inBackground(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        blocking.execute(() -> {
            try {
                result.complete(work.call());
            } catch (Exception | Error e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
