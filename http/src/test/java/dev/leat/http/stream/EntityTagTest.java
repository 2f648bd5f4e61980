package dev.leat.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {
    private static final String TAG = "\"1f:0:16\"";

    @ParameterizedTest
    @ValueSource(
            strings = {"\"1f:0:16\"", "W/\"1f:0:16\"", "*", "\"x\", \"1f:0:16\"", "\"a,b\",W/\"1f:0:16\" , \"z\"", " * "
            })
    void matchesOneOfAListWeakOrNot(String condition) {
        assertThat(EntityTag.matches(condition, TAG)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1f:0:16", "\"1f:0:1\"", "\"1f:0:160\"", "\"1F:0:16\"", "\"1f:0:16", "\"1f:0:16:c\"", ","})
    void doesNotMatchAnythingElse(String condition) {
        assertThat(EntityTag.matches(condition, TAG)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = TAG)
    void compressedBytesHaveATagOfTheirOwn(String tag) {
        assertThat(EntityTag.compressed(tag)).isEqualTo("\"1f:0:16:gz\"");
        assertThat(EntityTag.matches(null, tag)).isFalse();
    }
}
