package dev.leat.api.queue;

import dev.leat.api.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * What a worker has done since it was started.
 *
 * @param running how many handlers run now
 * @param received how many messages it got
 * @param acked how many of them were done
 * @param nacked how many failed
 * @param rejected how many could never succeed
 * @param released how many were given back unspent, when it was stopped
 * @param lost how many went to other consumers, because their lease ended before they were settled
 * @param extended how often a lease was prolonged
 * @param refusals how often the engine refused something
 * @param lastRefusal why it did the last time; null if it never did
 */
public record WorkerStats(
        int running,
        long received,
        long acked,
        long nacked,
        long rejected,
        long released,
        long lost,
        long extended,
        long refusals,
        @Nullable Rejection lastRefusal) {}
