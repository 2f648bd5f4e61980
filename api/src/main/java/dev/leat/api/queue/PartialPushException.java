package dev.leat.api.queue;

import dev.leat.api.OutcomeUnknownException;
import dev.leat.api.RejectedException;
import java.util.List;

/**
 * A {@link DurableQueue#pushAll} of more values than one step takes, of which a later step was refused. The values of the steps before
 * are in the queue for good, those after the refused step are not. The cause is the refusal; if that is an {@link
 * OutcomeUnknownException}, the values of that one step may be in the queue or not.
 */
public final class PartialPushException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Long> ids;

    PartialPushException(List<Long> ids, int values, RejectedException cause) {
        super("only the first " + ids.size() + " of " + values + " values were pushed: " + cause.getMessage(), cause);
        this.ids = List.copyOf(ids);
    }

    /** Returns the ids of the values that were pushed: as many of the first values as there are ids. */
    public List<Long> ids() {
        return ids;
    }
}
