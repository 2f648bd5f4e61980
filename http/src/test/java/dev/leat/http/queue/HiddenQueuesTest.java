package dev.leat.http.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a caller asks of an engine, it learns no name of a queue outside of its scopes. */
class HiddenQueuesTest {
    private final String key = ApiKey.generate();
    private final Leat leat = Leat.inMemory();
    private Access access;
    private Desk desk;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        List<Scope> scopes = Stream.of("browse:mine-*", "manage:mine-*", "enqueue:mine-*")
                .map(Scope::parse)
                .toList();
        Path file =
                Files.writeString(directory.resolve("keys.json"), KeyFile.write(List.of(ApiKey.of("k", key, scopes))));
        access = Access.from(AccessSettings.none().withKeyFile(file));
        desk = new Desk(leat.engine(), access);
        for (String name : List.of("mine-", "mine-a", "mine-b", "secret-1", "secret-2")) {
            leat.queues().create(name, QueueConfig.work());
        }
        leat.queues().update("secret-1", config -> config.deadLetter(QueueName.of("mine-a")));
    }

    @AfterEach
    void stop() {
        desk.close();
        access.close();
        leat.close();
    }

    @Test
    void aListGoesFromVisibleQueueToVisibleQueue() throws Exception {
        assertThat(ask("GET", "/v1/queues?limit=1").body()).contains("\"next\":\"mine-a\"");
        assertThat(ask("GET", "/v1/queues?limit=1&after=mine-a").body())
                .contains("\"queue\":\"mine-b\"")
                .doesNotContain("\"next\"", "secret");
        assertThat(ask("GET", "/v1/queues?prefix=secret").body()).isEqualTo("{\"queues\":[]}");
        assertThat(ask("GET", "/v1/queues?prefix=mine-b").body())
                .contains("mine-b")
                .doesNotContain("mine-a");
    }

    @Test
    void aQueueInUseDoesNotTellWhoUsesIt() throws Exception {
        HttpResponse<String> refused = ask("DELETE", "/v1/queues/mine-a");
        HttpResponse<String> detached = ask("DELETE", "/v1/queues/mine-a?detach=true");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("in-use").doesNotContain("secret");
        assertThat(detached.statusCode()).isEqualTo(403);
        assertThat(detached.body()).doesNotContain("secret");
    }

    @Test
    void presenceShowsNothingElse() throws Exception {
        leat.queue("secret-1").consumer("c").receive(1, Duration.ZERO);

        assertThat(ask("GET", "/v1/presence").body()).doesNotContain("secret");
        assertThat(ask("GET", "/v1/presence?queue=secret-1").statusCode()).isEqualTo(403);
        assertThat(ask("GET", "/v1/presence?queue=secret-9").statusCode()).isEqualTo(403);
    }

    private HttpResponse<String> ask(String method, String target) throws Exception {
        return desk.send(desk.request(target)
                .header("Authorization", "Bearer " + key)
                .method(method, HttpRequest.BodyPublishers.noBody()));
    }
}
