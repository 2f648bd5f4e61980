package dev.leat.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopesTest {
    private static final List<String> PATHS = List.of(
            "", "a", "ab", "a/b", "a/bc", "a/b/c", "a/b/c/d", "b", "A/b", "a/b ", "a%2Fb", "x/a/b", "a/*", "a/**");

    /** Each row: where a scope reaches, and every path of those above that it covers. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "nothing",
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '~',
            value = {
                "~~|,a,ab,a/b,a/bc,a/b/c,a/b/c/d,b,A/b,a/b ,a%2Fb,x/a/b,a/*,a/**",
                "*|,a,ab,a/b,a/bc,a/b/c,a/b/c/d,b,A/b,a/b ,a%2Fb,x/a/b,a/*,a/**",
                "a|a",
                "a/|a/b,a/bc,a/b/c,a/b/c/d,a/b ,a/*,a/**",
                "a/**|a/b,a/bc,a/b/c,a/b/c/d,a/b ,a/*,a/**",
                "a/b|a/b",
                "a/b/|a/b/c,a/b/c/d",
                "a/b/**|a/b/c,a/b/c/d",
                "A/b|A/b",
                "a/b/c/d/**|nothing",
            })
    void aScopeCoversExactlyThis(String where, String covered) {
        Set<String> expected = covered == null ? Set.of() : Set.copyOf(Arrays.asList(covered.split(",", -1)));

        for (String word : List.of("read", "append", "create", "delete", "admin", "*")) {
            Scopes scopes = scopes(word + ":" + where);
            for (Action action : Action.values()) {
                boolean named = action.noun() == Action.Noun.STREAM || where.isEmpty() || where.equals("*");
                boolean granted = word.equals(action.word()) || (word.equals("*") && named);
                for (String path : PATHS) {
                    assertThat(scopes.cover(action, path))
                            .as("%s:%s for %s of '%s'", word, where, action, path)
                            .isEqualTo(granted && expected.contains(path));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"a, a", "a*, ab;a-b", "a-*, a-b", "*, a;ab;a-b;b", "b*, ''"})
    void aScopeOfQueuesCoversNamesAndWhatTheyBeginWith(String where, String covered) {
        List<String> expected = List.of(covered.split(";"));

        for (String word : List.of("enqueue", "receive", "claim", "browse", "manage")) {
            Scopes scopes = scopes(word + ":" + where);
            for (Action action : Action.values()) {
                for (String name : List.of("a", "ab", "a-b", "b")) {
                    assertThat(scopes.cover(action, name))
                            .as("%s:%s for %s of '%s'", word, where, action, name)
                            .isEqualTo(word.equals(action.word()) && expected.contains(name));
                }
            }
        }
    }

    @Test
    void scopesAddUp() {
        Scopes scopes = scopes("read:a/**", "read:b", "append:b", "delete:c/");

        assertThat(scopes.cover(Action.READ, "a/1")).isTrue();
        assertThat(scopes.cover(Action.READ, "b")).isTrue();
        assertThat(scopes.cover(Action.APPEND, "b")).isTrue();
        assertThat(scopes.cover(Action.DELETE, "c/1")).isTrue();
        assertThat(scopes.cover(Action.APPEND, "a/1")).isFalse();
        assertThat(scopes.cover(Action.READ, "c/1")).isFalse();
        assertThat(scopes.cover(Action.ADMIN, "")).isFalse();
    }

    @Test
    void whoHasNoScopeMayDoNothing() {
        Scopes none = scopes();

        assertThat(EnumSet.allOf(Action.class))
                .allSatisfy(action -> assertThat(PATHS).noneMatch(path -> none.cover(action, path)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "read",
                "*",
                "a/b",
                ":",
                ":a",
                "READ:a",
                "Read:a",
                " read:a",
                "read :a",
                "write:a",
                "read,append:a",
                "read:/a",
                "read:/",
                "read://",
                "read:a//b",
                "read:a//",
                "read:a/./b",
                "read:../a",
                "read:**",
                "read:a*",
                "read:a/*",
                "read:a/*/b",
                "read:*/a",
                "read:a/***",
                "read:a/**/",
                "read:a**",
                "read:/**",
                "read:a b",
                "read:a\tb",
                "read:a\u00a0b",
                "read:a\nb",
                "read:a\u0000",
                "enqueue:a/b",
                "enqueue:a/**",
                "receive:*a",
                "claim:a*b",
                "browse:**",
                "browse:..",
                "manage:a b"
            })
    void aMalformedScopeIsRefusedAndNamed(String text) {
        assertThatThrownBy(() -> Scope.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("malformed scope \"")
                .hasMessageNotContainingAny("\n", "\u0000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read:*",
                "append:a",
                "create:a/b/**",
                "delete:a:b",
                "admin:*",
                "*:*",
                "*:ä/{42}/**",
                "enqueue:a",
                "claim:a-*",
                "manage:*"
            })
    void aScopeIsWrittenAsItIsRead(String text) {
        assertThat(Scope.parse(text)).hasToString(text);
    }

    private static Scopes scopes(String... texts) {
        return new Scopes(Arrays.stream(texts).map(Scope::parse).toList());
    }
}
