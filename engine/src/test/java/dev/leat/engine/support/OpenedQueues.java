package dev.leat.engine.support;

import dev.leat.Leat;
import dev.leat.api.Codec;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.DurableQueue;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.TypedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Durable queues as the tests open them. */
public final class OpenedQueues {

    private OpenedQueues() {}

    static QueueConfigBuilder withoutBackoff(QueueConfigBuilder config) {
        return config.retryBackoff(Backoff.NONE);
    }

    public static DurableQueue<String> open(Leat leat) {
        return leat.durableQueue("events", Codec.text())
                .configured(OpenedQueues::withoutBackoff)
                .openLazy();
    }

    public static DurableQueue<Integer> numbers(Leat leat) {
        return leat.durableQueue("numbers", Codec.json(String::valueOf, Integer::valueOf))
                .configured(OpenedQueues::withoutBackoff)
                .openLazy();
    }

    public static <T> List<T> popAll(DurableQueue<T> queue) {
        List<T> all = new ArrayList<>();
        Optional<TypedMessage<T>> next = queue.pop();
        while (next.isPresent()) {
            all.add(next.get().value());
            next = queue.pop();
        }
        return all;
    }
}
