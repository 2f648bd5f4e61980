package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.MessageInfo;
import dev.leat.engine.invariant.QueueLedger.Book;
import dev.leat.engine.invariant.QueueLedger.Sent;
import java.util.Map;

/** What was taken is in the queue until every group has acked it, or among the dead letters; what was refused is nowhere. */
public final class NoEnqueuedMessageLost implements QueueLedger.Promise {
    @Override
    public void looked(Book book, Map<String, MessageInfo> there, Map<String, MessageInfo> dead) {
        for (Sent sent : book.sent.values()) {
            boolean found = there.containsKey(sent.text) || dead.containsKey(sent.text);
            boolean over = book.groups.stream().allMatch(group -> sent.in(group).ackSent);
            if (sent.isTaken() && !over) {
                assertThat(found).as("%s is in %s", sent.text, book.queue).isTrue();
            }
            if (sent.refused) {
                assertThat(found)
                        .as("%s was refused by %s", sent.text, book.queue)
                        .isFalse();
            }
        }
        assertThat(book.sent.keySet()).as("sent to %s", book.queue).containsAll(there.keySet());
    }
}
