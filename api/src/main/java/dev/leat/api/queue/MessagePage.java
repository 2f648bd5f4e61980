package dev.leat.api.queue;

import dev.leat.api.spi.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some messages of a queue in its order.
 *
 * @param next where the next page begins: the seq to ask for messages after; null if there are no more
 */
public record MessagePage(
        List<MessageInfo> messages, @Nullable String next) implements Outcome {
    public MessagePage {
        messages = List.copyOf(messages);
    }
}
