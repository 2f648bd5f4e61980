package dev.leat.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathDecoderTest {

    @ParameterizedTest
    @CsvSource({"a/b,a/b", "a%2Fb,a/b", "%C3%A9t%c3%a9,été", "a+b,a+b", "%7Btag%7D,{tag}", "%F0%9F%98%80,😀"})
    void undoesEscapes(String encoded, String decoded) {
        assertThat(PathDecoder.decode(encoded)).contains(decoded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "a%", "%zz", "%-1", "%C3", "%C0%AF", "%ED%A0%80", "é"})
    void refusesWhatCannotBeUndoneExactly(String encoded) {
        assertThat(PathDecoder.decode(encoded)).isEmpty();
    }

    @Test
    void leavesPlainTextAlone() {
        assertThat(PathDecoder.decode("orders/2026-11")).contains("orders/2026-11");
    }
}
