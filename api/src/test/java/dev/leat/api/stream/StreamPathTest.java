package dev.leat.api.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPathTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b/c", "...", "a/.b", "a/..b/c.", ".a", "été/😀", "with space", "{tag}/x", "%41"})
    void isAnyTextInSegments(String text) {
        assertThat(StreamPath.of(text).value()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "/", "/a", "a/", "a//b", ".", "..", "a/./b", "a/..", "../a", "a\0b", "a\nb", "\ud83d", "\udc00a"
            })
    void hasNoEmptyOrDotSegmentsAndNothingThatIsNoText(String text) {
        assertThatThrownBy(() -> StreamPath.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a stream path: ");
    }

    @Test
    void hasUpTo1024Bytes() {
        assertThat(StreamPath.of("a".repeat(1024)).value()).hasSize(1024);
        assertThat(StreamPath.of("é".repeat(512)).value()).hasSize(512);
        assertThatThrownBy(() -> StreamPath.of("a".repeat(1025))).hasMessageContaining("1024");
        assertThatThrownBy(() -> StreamPath.of("é".repeat(513))).hasMessageContaining("1024");
    }
}
