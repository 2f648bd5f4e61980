package dev.leat.engine.queue;

import dev.leat.api.Presence;
import dev.leat.api.QueueOutcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Collects what each shard says of its consumers, and answers when the last one has, or the first one refuses. */
final class ConsumerListing {
    private static final Comparator<Presence> ORDER = Comparator.comparing(Presence::queue)
            .thenComparing(Presence::group)
            .thenComparing(Presence::consumer)
            .thenComparing(Presence::instance);
    private static final Comparator<Presence.Counts> ORDER_OF_COUNTS =
            Comparator.comparing(Presence.Counts::queue).thenComparing(Presence.Counts::group);

    private final Reply<? super QueueOutcome.PresencePage> reply;
    private final AtomicReferenceArray<QueueOutcome.PresencePage> pages;
    private final AtomicInteger missing;
    private final AtomicBoolean refused = new AtomicBoolean();

    ConsumerListing(int shards, Reply<? super QueueOutcome.PresencePage> reply) {
        this.reply = reply;
        this.pages = new AtomicReferenceArray<>(shards);
        this.missing = new AtomicInteger(shards);
    }

    /** What one of the shards is to answer to. */
    Reply<QueueOutcome.PresencePage> of(int shard) {
        return new Reply<>() {
            @Override
            public void answered(QueueOutcome.PresencePage page) {
                pages.set(shard, page);
                if (missing.decrementAndGet() == 0) {
                    reply.answered(new QueueOutcome.PresencePage(
                            all(QueueOutcome.PresencePage::consumers, ORDER),
                            all(QueueOutcome.PresencePage::counts, ORDER_OF_COUNTS)));
                }
            }

            @Override
            public void refused(Rejection rejection) {
                if (refused.compareAndSet(false, true)) {
                    reply.refused(rejection);
                }
            }
        };
    }

    private <T> List<T> all(Function<QueueOutcome.PresencePage, List<T>> part, Comparator<T> order) {
        return java.util.stream.IntStream.range(0, pages.length())
                .mapToObj(pages::get)
                .flatMap(page -> part.apply(page).stream())
                .sorted(order)
                .toList();
    }
}
