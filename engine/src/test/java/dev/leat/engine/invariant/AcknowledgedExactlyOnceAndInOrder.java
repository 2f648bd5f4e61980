package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** No message is there twice, however often it was repeated, and messages lie in the order in which they were first sent. */
public final class AcknowledgedExactlyOnceAndInOrder implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        List<String> own = content.own(page);

        assertThat(own).as("messages of %s", page.path).doesNotHaveDuplicates();
        Map<String, Integer> last = new HashMap<>();
        for (String message : own) {
            int sent = ledger.sent.get(message);
            Integer before = last.put(sender(message), sent);
            if (before != null && before > sent) {
                throw new AssertionError(message + " was sent earlier than one before it in " + page.path + ": " + own);
            }
        }
    }

    /** A producer orders its own messages, even if it has to repeat some; everyone else's lie as they were sent. */
    private static String sender(String message) {
        return message.substring(0, message.indexOf('.'));
    }
}
