package dev.leat.http.exchange;

import dev.leat.http.metrics.HttpMetrics;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * What all exchanges of a server share.
 *
 * @param vary what answers depend on beside their URL
 * @param publicUrl what clients call the server, without a slash at the end; null for what each client says
 * @param tls whether clients come by https
 * @param sharedCaches whether answers may be kept by caches that serve several clients
 */
public record ServerContext(
        Vertx vertx,
        Cors cors,
        Vary vary,
        @Nullable String publicUrl,
        boolean tls,
        boolean sharedCaches,
        Bounds bounds,
        BodyBudget bodies,
        UnsentBytes unsent,
        HttpMetrics metrics) {}
