package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.MessageInfo;
import dev.leat.engine.invariant.QueueLedger.Book;
import dev.leat.engine.invariant.QueueLedger.Sent;
import dev.leat.engine.invariant.QueueLedger.Told;
import java.util.Map;
import java.util.Objects;

/** Nobody gets a message while somebody else of the group has it and has not given it back; and who gave it back has it no more. */
public final class OneLeasePerMessage implements QueueLedger.Promise {
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

    @Override
    public void looked(Book book, Map<String, MessageInfo> there, Map<String, MessageInfo> dead) {
        there.forEach((text, message) -> {
            Sent sent = Objects.requireNonNull(book.sent.get(text), text);
            for (MessageInfo.InGroup standing : message.groups()) {
                boolean leased = standing.state() == MessageInfo.State.LEASED;
                assertThat(sent.in(standing.group().value()).deliveries)
                        .as("whoever gave back %s before attempt %d", text, standing.attempts())
                        .noneMatch(told -> leased && told.nackTold && told.attempt >= standing.attempts());
            }
        });
    }
}
