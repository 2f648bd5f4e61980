package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.MessageInfo;
import dev.leat.engine.invariant.QueueLedger.Book;
import dev.leat.engine.invariant.QueueLedger.Told;
import java.util.Map;

/** A message is delivered as often as it may be, and never once more; each attempt is counted once. */
public final class AttemptsNeverExceedBudget implements QueueLedger.Promise {
    @Override
    public void delivered(Book book, Told told) {
        int spent = told.standing().deliveries.size() - told.standing().releasesSent;
        assertThat(told.attempt)
                .as("the attempt of %s, which had %d deliveries that were not released", told.message.text, spent)
                .isGreaterThan(spent);
        if (book.budget > 0) {
            assertThat(told.attempt).as("attempts of %s", told.message.text).isLessThanOrEqualTo(book.budget);
        }
    }

    @Override
    public void looked(Book book, Map<String, MessageInfo> there, Map<String, MessageInfo> dead) {
        there.forEach((text, info) -> info.groups()
                .forEach(standing -> assertThat(book.budget == 0 || standing.attempts() <= book.budget)
                        .as("%s of %s: %s", text, book.queue, standing)
                        .isTrue()));
    }
}
