package dev.leat.client.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Transport;
import dev.leat.client.transport.UrlText;
import dev.leat.wire.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests a page of streams, and the next page as long as the caller may see no stream on it. */
record StreamListing(Transport transport, Query.Find query, Reply<? super StreamPage> reply)
        implements Reply<StreamListing.Page> {

    /** @param next the first stream of the next page; null on the last page */
    record Page(List<StreamInfo> streams, @Nullable StreamPath next) {}

    void start() {
        ask(query.after());
    }

    private void ask(@Nullable StreamPath after) {
        String page = after == null ? "" : "&after=" + UrlText.segment(after.value());
        String target = "/v1/streams?limit=" + query.limit() + "&prefix=" + UrlText.segment(query.prefix()) + page;
        transport.send(ClientRequest.get(target), answer -> read(answer.json()), this);
    }

    private static Page read(JsonObject page) {
        String next = page.text("next");
        return new Page(
                page.objects("streams").stream().map(StreamResponses::info).toList(),
                next == null ? null : StreamPath.of(next));
    }

    @Override
    public void answered(Page page) {
        StreamPath next = page.next();
        if (page.streams().isEmpty() && next != null) {
            ask(next);
        } else {
            reply.answered(new StreamPage(page.streams(), next != null));
        }
    }

    @Override
    public void refused(Rejection rejection) {
        reply.refused(rejection);
    }
}
