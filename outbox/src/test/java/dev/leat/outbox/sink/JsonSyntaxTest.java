package dev.leat.outbox.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSyntaxTest {

    @ParameterizedTest
    @ValueSource(strings = {"1", " {\"a\": [1, 2]} ", "\"a,]\\\"b\"", "[]", "[[1],{\"x\":\",\"}]", "null"})
    void oneValueIsOne(String json) {
        assertThat(JsonSyntax.isOneValue(json.getBytes(UTF_8))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "1,2", "[1", "1]", "],[", "\"a", "\"a\\\"", "{\"a\":1},", "}{"})
    void whatCouldReachItsNeighboursIsNot(String json) {
        assertThat(JsonSyntax.isOneValue(json.getBytes(UTF_8))).isFalse();
    }
}
