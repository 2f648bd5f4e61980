package dev.leat.engine.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was acknowledged is there, at the offset that was told. */
public final class NoAcknowledgedMessageLost implements Ledger.Promise {
    @Override
    public void check(Ledger ledger, Ledger.Page page, Ledger.Content content) {
        Map<String, Long> ends = new HashMap<>();
        content.messages().forEach(text -> ends.put(text.value(), text.end()));

        Map<String, Long> lost = new HashMap<>(page.acknowledged);
        lost.entrySet().removeIf(told -> isThere(ends.get(told.getKey()), told.getValue()));
        assertThat(lost).as("messages that %s has lost: %s", page.path, content).isEmpty();
    }

    private static boolean isThere(@Nullable Long end, long told) {
        return end != null && (told < 0 || told == end);
    }
}
