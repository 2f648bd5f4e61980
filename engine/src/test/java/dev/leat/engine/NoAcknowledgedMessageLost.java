package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

/** What was acknowledged is there, at the offset that was told. */
final class NoAcknowledgedMessageLost implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        page.acknowledged.forEach((message, end) -> assertThat(content.messages())
                .as("%s acknowledged at %d in %s", message, end, page.path)
                .anyMatch(text -> text.value().equals(message) && (end < 0 || text.end() == end)));
    }
}
