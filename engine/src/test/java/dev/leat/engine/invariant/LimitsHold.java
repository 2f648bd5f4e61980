package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.engine.settings.Limits;

/** No stream grows beyond its limit. */
public record LimitsHold(Limits limits) implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        assertThat(content.messages().isEmpty() ? 0 : content.tail() - page.base())
                .as("own bytes of %s", page.path)
                .isLessThanOrEqualTo(limits.streamBytes());
    }
}
