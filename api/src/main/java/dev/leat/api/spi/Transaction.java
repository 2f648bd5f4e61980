package dev.leat.api.spi;

import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.stream.Offset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several changes that are made together, or not at all. All of them have to be on one shard: names that share a part in braces
 * are.
 */
public record Transaction(List<Op> ops) implements Command<QueueOutcome.Transacted> {

    /** How many changes one transaction can have. */
    public static final int MAX_OPS = 1000;

    public Transaction {
        ops = List.copyOf(ops);
        if (ops.isEmpty() || ops.size() > MAX_OPS) {
            throw new IllegalArgumentException("a transaction has 1 to " + MAX_OPS + " ops, not " + ops.size());
        }
    }

    @Override
    public String tag() {
        return ops.get(0).tag();
    }

    /** One of the changes. */
    public sealed interface Op {

        /** What decides its shard. */
        String tag();

        /** An ack, nack, release, reject or extend; it has to succeed. */
        record Settle(QueueName queue, Settlement settlement) implements Op {
            @Override
            public String tag() {
                return queue.tag();
            }
        }

        /** An enqueue of one message. */
        record Enqueue(QueueName queue, NewMessage message) implements Op {
            @Override
            public String tag() {
                return queue.tag();
            }
        }

        /** @param expected the tail that the stream has to have; null for any */
        record Append(Command.Append append, @Nullable Offset expected) implements Op {
            @Override
            public String tag() {
                return append.tag();
            }
        }
    }
}
