package dev.leat.outbox.relay;

import dev.leat.outbox.relay.ShardStore.Recorded;
import dev.leat.outbox.relay.ShardStore.Settlement;
import dev.leat.outbox.spi.Row;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Strategy that gives a recorded batch to the sink and interprets its answer. */
interface BatchDelivery {

    Answer give(Recorded batch, BooleanSupplier stopping);

    /** Whether a batch that may have been taken is simply given again, because the target knows it by its number. */
    boolean repeats();

    /** What becomes of a batch whose owner has ended, where it is not simply given again. */
    Settlement inherit(Recorded batch);

    /** Answer of a sink. */
    sealed interface Answer {

        /** Every row has its answer. */
        record Settled(Settlement settlement) implements Answer {}

        /**
         * Nothing was taken, and never will be.
         *
         * @param row on whose account, if that is known
         */
        record Refused(@Nullable Row row, Throwable error) implements Answer {}

        /** It is unknown whether the batch was taken: only the same batch under the same number can tell. */
        record Unknown(Throwable error) implements Answer {}

        /** The target does not know the producer any more. An operator has to decide what that means. */
        record Forgotten(Throwable error) implements Answer {}
    }
}
