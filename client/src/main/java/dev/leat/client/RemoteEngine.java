package dev.leat.client;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Event;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Registration;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Transaction;
import dev.leat.api.spi.WebhookCall;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.queue.RemoteQueues;
import dev.leat.client.stream.StreamRequests;
import dev.leat.client.stream.StreamWatch;
import dev.leat.client.transport.Transport;
import java.util.function.Consumer;

/** An engine behind a server. Each command and query is a request; no method blocks. */
final class RemoteEngine implements Engine {
    private final Transport transport;
    private final StreamRequests streams;
    private final RemoteQueues queues;

    RemoteEngine(Transport transport, StreamRequests streams) {
        this.transport = transport;
        this.streams = streams;
        this.queues = new RemoteQueues(transport);
    }

    @Override
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        if (command instanceof Command.Append append) {
            streams.append(append, of(reply));
        } else if (command instanceof Command.Create create) {
            streams.create(create, of(reply));
        } else if (command instanceof Command.Delete delete) {
            streams.delete(delete, of(reply));
        } else if (command instanceof QueueCommand || command instanceof Transaction) {
            queues.submit(command, reply);
        } else {
            reply.refused(unknown(command));
        }
    }

    @Override
    public void endWait(Command<?> command, Reply<?> reply) {
        queues.endWait(reply);
    }

    @Override
    public <O extends Outcome> void ask(Query<O> query, Reply<? super O> reply) {
        if (query instanceof Query.Read read) {
            streams.read(read, of(reply));
        } else if (query instanceof Query.Head head) {
            streams.head(head.path(), of(reply));
        } else if (query instanceof Query.Find find) {
            streams.find(find, of(reply));
        } else if (query instanceof QueueQuery<O> asked) {
            queues.ask(asked, reply);
        } else {
            reply.refused(unknown(query));
        }
    }

    /** Casts a reply to the outcome of its command: the class of the command determines it, which the compiler cannot infer. */
    @SuppressWarnings("unchecked")
    private static <O extends Outcome> Reply<O> of(Reply<?> reply) {
        return (Reply<O>) reply;
    }

    private static Rejection unknown(Object asked) {
        return new Rejection.BadArgument("not over HTTP: " + asked.getClass().getSimpleName());
    }

    @Override
    public boolean wasReached() {
        return transport.wasReached();
    }

    @Override
    public Following follow(StreamPath path) {
        return streams.follow(path);
    }

    @Override
    public void watch(StreamPath path, Runnable changed, Reply<? super Registration> reply) {
        StreamWatch.start(streams, path, changed, reply);
    }

    @Override
    public Registration listen(Consumer<Event> listener) {
        throw new UnsupportedOperationException("a client gets no events from a server; follow a stream");
    }

    @Override
    public Registration onWake(Consumer<WebhookCall> caller) {
        throw new UnsupportedOperationException("a server calls webhooks itself");
    }
}
