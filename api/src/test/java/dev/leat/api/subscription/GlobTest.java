package dev.leat.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.stream.StreamPath;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "a, a, true",
        "a, ab, false",
        "a, a/b, false",
        "*, a, true",
        "*, a/b, false",
        "a/*, a, false",
        "a/*, a/b, true",
        "a/*, a/b/c, false",
        "**, a, true",
        "**, a/b/c, true",
        "a/**, a, true",
        "a/**, a/b/c, true",
        "a/**, ab/c, false",
        "a/**, b, false",
        "**/z, z, true",
        "**/z, a/b/z, true",
        "**/z, a/b/zz, false",
        "a/**/z, a/z, true",
        "a/**/z, a/b/c/z, true",
        "a/**/z, a/b/c, false",
        "a/**/m/**/z, a/m/z, true",
        "a/**/m/**/z, a/x/m/y/m/z, true",
        "a/**/m/**/z, a/x/z, false",
        "user-*, user-, true",
        "user-*, user-42, true",
        "user-*, user-42/x, false",
        "*-user, a-user, true",
        "u*r-*e, user-name, true",
        "u*r-*e, user-names, false",
        "*/*, a/b, true",
        "*/*, a, false",
        "a.b/[c], a.b/[c], true",
        "a.b, axb, false",
        "größe/*, größe/1, true",
        "**, $presence/q, false",
        "*/q, $presence/q, false",
        "$presence/*, $presence/q, true",
        "$*/q, $presence/q, true",
        "**, $other/q, true"
    })
    void segmentsAreMatchedOneByOne(String pattern, String path, boolean matches) {
        assertThat(new Glob(pattern).matches(StreamPath.of(path))).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a//b", "a/", "./a", "a/../b", "a**", "**b/c", "***", "a\u0000b", "\ud800"})
    void aPatternThatNoPathCouldMatchIsRefused(String pattern) {
        assertThatThrownBy(() -> new Glob(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPatternHasALimit() {
        assertThatThrownBy(() -> new Glob("a".repeat(1025))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Glob("ä".repeat(513))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Each of these takes a matcher that tries everything longer than the universe has been there. */
    @Test
    @Timeout(20)
    void noPatternTakesLong() {
        StreamPath letters = StreamPath.of("a".repeat(1023) + "b");
        StreamPath folders = StreamPath.of("a/".repeat(511) + "b");
        List<Glob> globs = List.of(
                new Glob("*a".repeat(300) + "c"),
                new Glob("a*".repeat(400) + "c"),
                new Glob("**/a/".repeat(200) + "c"),
                new Glob("**/*/".repeat(200) + "c"),
                new Glob("**/*a*/".repeat(140) + "c"),
                new Glob("**/".repeat(340) + "c"));

        long start = System.nanoTime();
        for (Glob glob : globs) {
            assertThat(glob.matches(letters)).isFalse();
            assertThat(glob.matches(folders)).isFalse();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void itAgreesWithARegularExpression(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            String pattern = pattern(random);
            String path = path(random);

            assertThat(new Glob(pattern).matches(StreamPath.of(path)))
                    .as("%s against %s", pattern, path)
                    .isEqualTo(Pattern.matches(regex(pattern), "/" + path));
        }
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    private static String pattern(Random random) {
        String[] segments = {"a", "b", "ab", "*", "**", "a*", "*b", "a*b", "**"};
        StringBuilder out = new StringBuilder(segments[random.nextInt(segments.length)]);
        for (int i = random.nextInt(5); i > 0; i--) {
            out.append('/').append(segments[random.nextInt(segments.length)]);
        }
        return out.toString();
    }

    private static String path(Random random) {
        String[] segments = {"a", "b", "ab", "aab", "ba"};
        StringBuilder out = new StringBuilder(segments[random.nextInt(segments.length)]);
        for (int i = random.nextInt(5); i > 0; i--) {
            out.append('/').append(segments[random.nextInt(segments.length)]);
        }
        return out.toString();
    }

    private static String regex(String pattern) {
        StringBuilder out = new StringBuilder();
        for (String segment : pattern.split("/", -1)) {
            out.append(segment.equals("**") ? "(/[^/]+)*" : "/" + segment.replace("*", "[^/]*"));
        }
        // a segment is never empty, so that a lone star stands for at least one character
        return out.toString().replace("/[^/]*/", "/[^/]+/").replaceAll("/\\[\\^/]\\*$", "/[^/]+");
    }
}
