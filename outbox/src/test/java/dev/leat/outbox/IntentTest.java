package dev.leat.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntentTest {

    @Test
    void tagTextIsEscapedInEveryEntryPoint() {
        assertThat(Intent.tag("a:b%").tagText()).contains("a%3Ab%25");
        assertThat(Intent.collection("a:b").tagText()).contains("a%3Ab");
        assertThat(Intent.entity("a:b", "c").tagText()).contains("a%3Ab:c");
        assertThat(Intent.entity("a", "b:c").tagText()).contains("a:b%3Ac");
        assertThat(Intent.entity("user", 42).tagText()).contains("user:42");
        assertThat(Intent.key("a:b").tagText()).isEmpty();
        assertThat(Intent.flush().tagText()).isEmpty();
    }

    @Test
    void everyIntentIsReadBackFromItsRow() {
        for (Intent intent : List.of(
                Intent.key("a:b%3A"),
                Intent.tag("%25:"),
                Intent.entity("a:b%", "%3A:c"),
                Intent.collection("users"),
                Intent.flush())) {
            assertThat(Intent.of(intent.kind(), intent.target())).isEqualTo(intent);
        }
    }

    @Test
    void whatIsNoIntentIsRefused() {
        assertThatThrownBy(() -> Intent.of("entity", "user")).hasMessageContaining("kind:id");
        assertThatThrownBy(() -> Intent.of("entity", "a:b:c")).hasMessageContaining("kind:id");
        assertThatThrownBy(() -> Intent.of("table", "x")).hasMessageContaining("unknown kind");
        assertThatThrownBy(() -> Intent.of("key", "")).hasMessageContaining("empty");
    }

    @Test
    void hashesDifferWherePartsAreCutDifferently() {
        assertThat(Intent.entity("a:b", "c").targetHash())
                .isNotEqualTo(Intent.entity("a", "b:c").targetHash());
        assertThat(Intent.key("a").targetHash()).isNotEqualTo(Intent.tag("a").targetHash());
        assertThat(Intent.key("a").targetHash()).isEqualTo(Intent.key("a").targetHash());
    }

    /** Rows remember them, so they may never change. */
    @Test
    void hashesAreTheSameForEver() {
        assertThat(hash(Intent.key("a:b%")))
                .isEqualTo("ef7344a9ec1d15b18e391f7e49288deff0bb94e32bd212ad010fa64aedc81d49");
        assertThat(hash(Intent.tag("a:b%")))
                .isEqualTo("76430bdfc0f087fb22af400f842a747bb371c05343419a63004dce5cfb96e138");
        assertThat(hash(Intent.entity("user", "42")))
                .isEqualTo("d8ee288116d346a6637f25576224738152b4bb61d98e09cb6cbd7d209f85fc50");
        assertThat(hash(Intent.collection("users")))
                .isEqualTo("cfdc4ff0d067d043448d6c8390744ced288627e8124b846aa1588d0ba6e3427d");
        assertThat(hash(Intent.flush())).isEqualTo("7bc008f8e37d05948686df23cdadf1a446294a5617dac7d61a06bb22281e9939");
    }

    private static String hash(Intent intent) {
        return HexFormat.of().formatHex(intent.targetHash());
    }
}
