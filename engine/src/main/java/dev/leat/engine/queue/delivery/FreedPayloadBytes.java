package dev.leat.engine.queue.delivery;

import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Usage;
import org.jspecify.annotations.Nullable;

/**
 * The payload bytes that a turn frees. They are given back to the engine once the turn is durable: if another shard could use them
 * earlier, a crash could keep both.
 */
public final class FreedPayloadBytes {
    private final Usage usage;
    private @Nullable OfTurn current;

    public FreedPayloadBytes(Usage usage) {
        this.usage = usage;
    }

    private static final class OfTurn implements Runnable {
        private final Changes turn;
        private final Usage usage;
        private long bytes;

        OfTurn(Changes turn, Usage usage) {
            this.turn = turn;
            this.usage = usage;
        }

        @Override
        public void run() {
            usage.giveBack(bytes);
        }
    }

    /** Uses bytes that a later change of the same turn frees for another message of this shard. */
    public void use(long bytes, Changes changes) {
        free(-bytes, changes);
    }

    public void free(long bytes, Changes changes) {
        if (bytes == 0) {
            return;
        }
        OfTurn sum = current;
        if (sum == null || sum.turn != changes) {
            sum = new OfTurn(changes, usage);
            current = sum;
            changes.afterwards(sum);
        }
        sum.bytes += bytes;
    }
}
