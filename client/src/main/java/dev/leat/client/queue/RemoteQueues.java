package dev.leat.client.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Transaction;
import dev.leat.client.transport.Transport;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The queues of a server. No thread blocks while a request waits for its answer or for messages. */
public final class RemoteQueues {
    private final Transport transport;
    private final Map<Reply<?>, PendingReceive> receivings = new ConcurrentHashMap<>();

    /** Creates the queues behind a transport. */
    public RemoteQueues(Transport transport) {
        this.transport = transport;
    }

    /** Sends a command about queues, or a transaction. */
    @SuppressWarnings("unchecked") // a receive is answered with what it received
    public <O extends Outcome> void submit(Command<O> command, Reply<? super O> reply) {
        if (command instanceof QueueCommand.Receive receive
                && !receive.waitFor().isZero()) {
            receive(receive, (Reply<? super Deliveries>) reply);
        } else {
            boolean adds = command instanceof QueueCommand.Enqueue || command instanceof Transaction;
            send(() -> QueueRequestTable.of(command), adds, reply);
        }
    }

    /** Sends a query about queues. */
    @SuppressWarnings("unchecked") // a question for queues is answered with a page of them
    public <O extends Outcome> void ask(QueueQuery<O> query, Reply<? super O> reply) {
        if (query instanceof QueueQuery.Queues queues) {
            QueueListing.begin(transport, queues, (Reply<? super QueuePage>) reply);
        } else {
            send(() -> QueueRequestTable.of(query), true, reply);
        }
    }

    /**
     * Sends a request. One that HTTP cannot express is refused without a request.
     *
     * @param adds whether a second execution removes nothing
     */
    private <O> void send(Supplier<QueueRequest<O>> asked, boolean adds, Reply<? super O> reply) {
        QueueRequest<O> call;
        try {
            call = asked.get();
        } catch (RejectedException e) {
            reply.refused(e.rejection());
            return;
        }
        if (adds) {
            transport.send(call.request(), call.reading(), reply);
        } else {
            transport.sendOnce(call.request(), call.reading(), reply);
        }
    }

    /** Sends a receive. Its wait is added to the timeout of the answer. */
    private void receive(QueueCommand.Receive receive, Reply<? super Deliveries> reply) {
        QueueRequest<Deliveries> call = QueueRequestTable.of(receive);
        PendingReceive receiving = new PendingReceive(this, receive, reply);
        receivings.put(reply, receiving);
        receiving.started(transport.send(
                call.request().within(transport.timeout().plus(receive.waitFor())), call.reading(), receiving));
    }

    void ended(Reply<?> reply) {
        receivings.remove(reply);
    }

    /** Ends the wait of a receive: it is answered at once, without messages. */
    public void endWait(Reply<?> reply) {
        PendingReceive receiving = receivings.get(reply);
        if (receiving != null) {
            receiving.end();
        }
    }
}
