package dev.leat.engine.queue;

import dev.leat.api.QueueOutcome;
import dev.leat.engine.shard.Changes;

/** What somebody wants of a group: to receive, to pop, or to claim. */
interface Wish {

    /** Gives as much of it as there is now. */
    Haul grant(Group group, Changes changes);

    /** What is said of it. */
    default QueueOutcome.Received outcome(Haul haul) {
        return haul.outcome();
    }
}
