package dev.leat.http.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.testkit.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyAccessTest {
    private final String key = ApiKey.generate();
    private final String other = ApiKey.generate();

    @TempDir
    Path directory;

    @Test
    void aKeyIsItsCallerWithItsScopes() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:orders/**"), entry("other", other, "append:a"))) {
            Caller caller = access.authenticate("Bearer " + key).resultNow();

            assertThat(caller.name()).isEqualTo("key:orders");
            assertThat(caller.may(Action.READ, "orders/1")).isTrue();
            assertThat(caller.may(Action.APPEND, "a")).isFalse();
            assertThat(access.authenticate("bEARER   " + other).resultNow().may(Action.APPEND, "a"))
                    .isTrue();
        }
    }

    @Test
    void anAnswerIsThereAtOnceAndMadeOnce() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:*"))) {
            assertThat(access.authenticate("Bearer " + key)).isSameAs(access.authenticate("Bearer " + key));
        }
    }

    @Test
    void whoBringsNothingIsChallengedWithoutAnError() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:*"))) {
            assertThat(denied(access.authenticate(null)).challenge()).isEqualTo("Bearer realm=\"leat\"");
            assertThat(denied(access.authenticate("Bearer " + other)).challenge())
                    .contains("error=\"invalid_token\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic YTpi",
                "Bearer",
                "Bearer ",
                "KEY",
                "BearerKEY",
                "Bearer KEY KEY",
                "Bearer KEY ",
                "Bearer KEY,KEY",
                "Bearer KEYx",
                "Bearer xKEY",
                "Bearer leat_",
                "Bearer =",
                "Bearer ä",
                "Bearer \u0130EY"
            })
    void anythingElseIsDeniedAndNotQuoted(String header) throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:*"))) {
            AccessDenied denied = denied(access.authenticate(header.replace("KEY", key)));

            assertThat(denied.getMessage() + denied.challenge()).doesNotContain(key.substring(5, 15), "YTpi");
        }
    }

    @Test
    void aTokenThatIsTooLongIsDenied() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:*"))) {
            denied(access.authenticate("Bearer " + "a".repeat(TokenHash.LONGEST_TOKEN + 1)));
        }
    }

    @Test
    void aChangedFileCountsAfterTheNextPoll() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:a"))) {
            write(entry("orders", other, "read:b"));
            access.poll();

            denied(access.authenticate("Bearer " + key));
            Caller caller = access.authenticate("Bearer " + other).resultNow();
            assertThat(caller.may(Action.READ, "b")).isTrue();
            assertThat(caller.may(Action.READ, "a")).isFalse();
        }
    }

    @Test
    void aBrokenOrMissingFileKeepsTheKeysUntilItIsMended() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:a"))) {
            Files.writeString(file(), "{\"keys\":[");
            access.poll();
            access.poll();
            assertThat(access.authenticate("Bearer " + key).state() == Future.State.SUCCESS)
                    .isTrue();

            Files.delete(file());
            access.poll();
            assertThat(access.authenticate("Bearer " + key).state() == Future.State.SUCCESS)
                    .isTrue();

            write(entry("orders", other, "read:a"));
            access.poll();
            denied(access.authenticate("Bearer " + key));
            assertThat(access.authenticate("Bearer " + other).state() == Future.State.SUCCESS)
                    .isTrue();
        }
    }

    @Test
    void aFlawedFileStopsTheStartAndIsNamed() throws IOException {
        Files.writeString(file(), "{}");

        assertThatThrownBy(() -> Access.from(settings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file().toString());
        Files.delete(file());
        assertThatThrownBy(() -> Access.from(settings())).hasMessageContaining("no such file");
    }

    @Test
    void withoutSettingsAccessIsOpenAndNobodyIsKnown() {
        try (Access access = Access.from(AccessSettings.none())) {
            assertThat(access.isOpen()).isTrue();
            assertThat(access.authenticate(null).resultNow().isAuthenticated()).isFalse();
        }
    }

    @Test
    void withKeysOnlyOtherTokensAreDenied() throws IOException {
        try (BearerAccess access = access(entry("orders", key, "read:a"))) {
            denied(access.authenticate("Bearer eyJhbGciOiJub25lIn0.e30."));
        }
    }

    private BearerAccess access(ApiKey... entries) throws IOException {
        write(entries);
        return new BearerAccess(settings(), VirtualClock.create());
    }

    private void write(ApiKey... entries) throws IOException {
        Files.writeString(file(), KeyFile.write(List.of(entries)));
    }

    private AccessSettings settings() {
        return AccessSettings.none().withKeyFile(file());
    }

    private Path file() {
        return directory.resolve("keys.json");
    }

    private static ApiKey entry(String name, String key, String... scopes) {
        return ApiKey.of(name, key, Arrays.stream(scopes).map(Scope::parse).toList());
    }

    private static AccessDenied denied(CompletableFuture<Caller> answer) {
        assertThat(answer.exceptionNow()).isInstanceOf(AccessDenied.class);
        return (AccessDenied) answer.exceptionNow();
    }
}
