package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** No message is there twice, however often it was repeated, and messages lie in the order in which they were first sent. */
final class AcknowledgedExactlyOnceAndInOrder implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        List<String> own = content.own(page);

        assertThat(own).as("messages of %s", page.path).doesNotHaveDuplicates();
        for (String sender : own.stream()
                .map(AcknowledgedExactlyOnceAndInOrder::sender)
                .distinct()
                .toList()) {
            assertThat(own.stream()
                            .filter(message -> sender(message).equals(sender))
                            .map(ledger.sent::get))
                    .as("when the messages of %s in %s were sent: %s", sender, page.path, own)
                    .isSorted();
        }
    }

    /** A producer orders its own messages, even if it has to repeat some; everyone else's lie as they were sent. */
    private static String sender(String message) {
        return message.substring(0, message.indexOf('.'));
    }
}
