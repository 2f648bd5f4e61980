package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

/** What was refused is not there. */
public final class AFailedCommandChangedNothing implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        assertThat(content.own(page).stream().filter(ledger.refused::contains))
                .as("refused messages in %s", page.path)
                .isEmpty();
        assertThat(content.closed() && !page.closing)
                .as("%s is closed, but nobody closed it", page.path)
                .isFalse();
    }
}
