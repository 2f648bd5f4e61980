package dev.leat.client.queue;

import dev.leat.api.Rejection;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Transport;
import dev.leat.wire.JsonObject;
import dev.leat.wire.QueueInfoJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests a page of queues, and the next page as long as the caller may see no queue on it. */
record QueueListing(Transport transport, String prefix, int limit, Reply<? super QueuePage> reply)
        implements Reply<QueueListing.Page> {

    /** @param next the first queue of the next page; null on the last page */
    record Page(List<QueueInfo> queues, @Nullable QueueName next) {}

    static void begin(Transport transport, QueueQuery.Queues query, Reply<? super QueuePage> reply) {
        new QueueListing(transport, query.prefix(), query.limit(), reply).ask(query.after());
    }

    private void ask(@Nullable QueueName after) {
        RequestPath target = RequestPath.queues()
                .with("prefix", prefix.isEmpty() ? null : prefix)
                .with("after", after)
                .with("limit", limit);
        transport.send(ClientRequest.get(target.toString()), answer -> read(answer.json()), this);
    }

    private static Page read(JsonObject page) {
        String next = page.text("next");
        return new Page(
                page.objects("queues").stream().map(QueueInfoJson::queue).toList(),
                next == null ? null : QueueName.of(next));
    }

    @Override
    public void answered(Page page) {
        QueueName next = page.next();
        if (page.queues().isEmpty() && next != null) {
            ask(next);
        } else {
            reply.answered(new QueuePage(page.queues(), next != null));
        }
    }

    @Override
    public void refused(Rejection rejection) {
        reply.refused(rejection);
    }
}
