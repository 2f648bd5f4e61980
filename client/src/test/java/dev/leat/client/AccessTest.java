package dev.leat.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who asks, and what they may. */
class AccessTest {
    private final String key = ApiKey.generate();

    @TempDir
    Path directory;

    private ServerInProcess server;

    @BeforeEach
    void start() throws IOException {
        Path file = directory.resolve("keys.json");
        ApiKey reader = ApiKey.of("reader", key, List.of(Scope.parse("read:orders")));
        Files.writeString(file, KeyFile.write(List.of(reader)));
        server = ServerInProcess.start(Access.from(AccessSettings.none().withKeyFile(file)));
        server.leat().stream("orders").create(StreamConfig.json());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Rejection refusal(Runnable call) {
        AtomicReference<Rejection> told = new AtomicReference<>();
        assertThatThrownBy(call::run).isInstanceOfSatisfying(RejectedException.class, e -> told.set(e.rejection()));
        return told.get();
    }

    @Test
    void aKeyOpensWhatItIsFor() {
        try (LeatClient client = LeatClient.builder(server.url()).token(key).build()) {
            assertThat(client.stream("orders").head().tail()).isEqualTo(Offset.START);
            assertThat(client.stream("orders").read().list()).isEmpty();
            Rejection refusal = refusal(() -> client.stream("orders").append("1"));
            assertThat(refusal).isInstanceOf(Rejection.AccessRefused.class);
            assertThat(refusal.reason()).startsWith("key:reader may not append");
        }
    }

    @Test
    void whoeverIsNotKnownIsRefused() {
        try (LeatClient nobody = LeatClient.connect(server.url());
                LeatClient other = LeatClient.builder(server.url())
                        .token(ApiKey.generate())
                        .build()) {
            assertThat(refusal(() -> nobody.stream("orders").read())).isInstanceOf(Rejection.CredentialsRefused.class);
            assertThat(refusal(() -> other.stream("orders").head())).isInstanceOf(Rejection.CredentialsRefused.class);
        }
    }

    @Test
    void aTokenThatChangesIsAskedForEachTime() {
        AtomicReference<String> current = new AtomicReference<>("old");
        try (LeatClient client =
                LeatClient.builder(server.url()).token(current::get).build()) {
            refusal(() -> client.stream("orders").head());

            current.set(key);

            assertThat(client.stream("orders").head().closed()).isFalse();
        }
    }
}
