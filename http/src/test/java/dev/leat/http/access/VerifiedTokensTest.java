package dev.leat.http.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerifiedTokensTest {
    private static final TokenKeys KEYS = TokenKeys.ofSecret("s".repeat(32).getBytes(UTF_8));

    private final KnownCaller caller = new KnownCaller("jwt", "alice", List.of());
    private final VerifiedTokens tokens = new VerifiedTokens();

    @Test
    void aTokenIsFoundUntilItEndsAndOnlyWithItsKeys() {
        tokens.add(hash(1), caller, KEYS, 1000);

        assertThat(tokens.find(hash(1), KEYS, 999)).isSameAs(caller);
        assertThat(tokens.find(hash(1), KEYS, 1000)).isNull();
        assertThat(tokens.find(hash(2), KEYS, 999)).isNull();
        assertThat(tokens.find(hash(1), TokenKeys.ofSecret("s".repeat(32).getBytes(UTF_8)), 999))
                .isNull();
    }

    @Test
    void theNewestTokenIsAlwaysThereHoweverManyThereWere() {
        for (int i = 0; i < 100_000; i++) {
            tokens.add(hash(i), caller, KEYS, 1000 + i);

            assertThat(tokens.find(hash(i), KEYS, 0)).isSameAs(caller);
        }

        assertThat(tokens.size()).isBetween(10_000, 4 * 4096);
    }

    private static byte[] hash(int number) {
        return TokenHash.of("token" + number, 0).clone();
    }
}
