package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import dev.leat.engine.shard.Changes;

/** What somebody wants of a group: to receive, to pop, or to claim. */
interface FetchRequest {

    /** Gives as much of it as there is now. */
    FetchResult grant(Group group, Changes changes);

    /** What is said of it. */
    default QueueOutcome.Received outcome(FetchResult haul) {
        return haul.outcome();
    }
}
