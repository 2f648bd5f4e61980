package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.util.List;

/**
 * Queues in the order of their names.
 *
 * @param more whether there are further ones after the last
 */
public record QueuePage(List<QueueInfo> queues, boolean more) implements Outcome {
    public QueuePage {
        queues = List.copyOf(queues);
    }
}
