package dev.leat.bench.server;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Event;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** An engine that accepts everything at once and keeps nothing. A server over it costs what HTTP costs. */
final class NullEngine implements Engine {
    private static final Registration NOTHING = () -> {};

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        @SuppressWarnings("unchecked") // each command with the outcome it declares
        O outcome = (O) outcome(command);
        reply.answered(outcome);
    }

    private static Outcome outcome(Command<?> command) {
        return switch (command) {
            case Command.Append append -> new AppendResult(Offset.START, false, false, append.producer());
            case Command.Create create -> new CreateStreamResult(true, type(create), Offset.START, false);
            case Command.Delete delete -> new DeleteStreamResult(false);
            default -> throw new UnsupportedOperationException("streams only");
        };
    }

    private static ContentType type(Command.Create create) {
        ContentType given = create.contentType();
        return given == null ? ContentType.BYTES : given;
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        @SuppressWarnings("unchecked") // each query with the outcome it declares
        O outcome = (O) outcome(query);
        reply.answered(outcome);
    }

    private static Outcome outcome(Query<?> query) {
        return switch (query) {
            case Query.Read read -> nothing(read.path());
            case Query.Head head ->
                new StreamInfo(
                        head.path(), 1, ContentType.BYTES, Lifetime.FOREVER, Instant.EPOCH, Offset.START, false, 0, 0);
            case Query.Find find -> new StreamPage(List.of(), false);
            default -> throw new UnsupportedOperationException("streams only");
        };
    }

    private static Slice nothing(StreamPath path) {
        return new Slice(
                path,
                1,
                ContentType.BYTES,
                Offset.START,
                Offset.START,
                true,
                false,
                List.of(),
                () -> new int[0],
                () -> {});
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        reply.answered(NOTHING);
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        return NOTHING;
    }

    @Override
    public Registration onWake(Consumer<WebhookCall> caller) {
        return NOTHING;
    }
}
