package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.invariant.QueueLedger.Book;
import dev.leat.engine.invariant.QueueLedger.Sent;
import dev.leat.engine.invariant.QueueLedger.Told;

/** No message of a key is delivered before the earlier ones of the key are done. */
public final class KeyOrderHolds implements QueueLedger.Promise {
    @Override
    public void delivered(Book book, Told told) {
        Sent message = told.message;
        if (message.key == null || !message.isTaken()) {
            return;
        }
        for (Sent earlier : book.sent.values()) {
            if (message.key.equals(earlier.key) && earlier.isTaken() && earlier.seq < message.seq) {
                assertThat(earlier.in(told.group).maybeOver())
                        .as("%s is done before %s, which has the same key", earlier.text, message.text)
                        .isTrue();
            }
        }
    }
}
