package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.MessageInfo;
import dev.leat.engine.invariant.QueueLedger.Book;
import dev.leat.engine.invariant.QueueLedger.Told;
import java.util.Map;

/** Once an ack was confirmed, the group is done with the message. */
public final class NoAckedMessageRedelivered implements QueueLedger.Promise {
    @Override
    public void delivered(Book book, Told told) {
        assertThat(told.standing().ackTold)
                .as("%s of %s is acked and delivered to %s", told.message.text, book.queue, told.group)
                .isFalse();
    }

    @Override
    public void looked(Book book, Map<String, MessageInfo> there, Map<String, MessageInfo> dead) {
        there.forEach((text, info) -> info.groups().stream()
                .filter(standing -> standing.state() != MessageInfo.State.DONE)
                .forEach(standing -> assertThat(
                                book.sent.get(text).in(standing.group().value()).ackTold)
                        .as("%s of %s is acked, but %s", text, book.queue, standing)
                        .isFalse()));
    }
}
