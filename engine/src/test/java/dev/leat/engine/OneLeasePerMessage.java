package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.QueueLedger.Book;
import dev.leat.engine.QueueLedger.Told;

/** Nobody gets a message while somebody else of the group has it and has not given it back. */
final class OneLeasePerMessage implements QueueLedger.Promise {
    @Override
    public void delivered(Book book, Told told) {
        for (Told before : told.standing().deliveries) {
            assertThat(before.id).as("each delivery has an id of its own").isNotEqualTo(told.id);
            assertThat(before.givenBack || before.until <= told.grantedAt)
                    .as(
                            "%s of %s was granted at %d, while it was leased until %d",
                            told.message.text, book.queue, told.grantedAt, before.until)
                    .isTrue();
        }
    }
}
