package dev.leat.http.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.access.Access;
import dev.leat.http.access.AccessSettings;
import dev.leat.http.access.ApiKey;
import dev.leat.http.access.KeyFile;
import dev.leat.http.access.Scope;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A subscription gives nobody more than its maker may have anyway. */
class SubscriptionAccessTest {
    private static final String ADMIN = "admin:__ds/subscriptions/mine";

    private final Map<String, String> keys = new HashMap<>();
    private Access access;
    private World world;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        List<String> callers = List.of(
                ADMIN,
                ADMIN + " read:orders/",
                ADMIN + " read:orders/ append:wakes/mine",
                ADMIN + " read:orders/ read:orders append:wakes/mine",
                ADMIN + " read:* append:wakes/mine",
                "*:*");
        List<ApiKey> entries = callers.stream()
                .map(scopes -> {
                    keys.put(scopes, ApiKey.generate());
                    return ApiKey.of(
                            "k" + keys.size(),
                            keys.get(scopes),
                            Stream.of(scopes.split(" ")).map(Scope::parse).toList());
                })
                .toList();
        Path file = Files.writeString(directory.resolve("keys.json"), KeyFile.write(entries));
        access = Access.from(AccessSettings.none().withKeyFile(file));
        world = World.guarded(access);
    }

    @AfterEach
    void stop() {
        world.close();
        access.close();
    }

    @Test
    void aPatternNeedsReadOfAllThatItCanMatch() {
        assertThat(put(ADMIN, World.pullWake("**", "wakes/mine"))).isEqualTo(403);
        assertThat(put(ADMIN + " read:orders/ append:wakes/mine", World.pullWake("**", "wakes/mine")))
                .isEqualTo(403);
        assertThat(put(ADMIN + " read:orders/ append:wakes/mine", World.pullWake("orders/**", "wakes/mine")))
                .isEqualTo(403);
        assertThat(put(ADMIN + " read:orders/ append:wakes/mine", World.pullWake("orders/*/**", "wakes/mine")))
                .isEqualTo(201);
    }

    @Test
    void aPatternWithItsOwnRootNeedsBoth() {
        assertThat(put(
                        ADMIN + " read:orders/ read:orders append:wakes/mine",
                        World.pullWake("orders/**", "wakes/mine")))
                .isEqualTo(201);
    }

    @Test
    void everythingIsForWhoReadsEverything() {
        assertThat(put(ADMIN + " read:* append:wakes/mine", World.pullWake("**", "wakes/mine")))
                .isEqualTo(201);
    }

    @Test
    void aWakeStreamNeedsAppend() {
        assertThat(put(ADMIN + " read:orders/", World.pullWake("orders/*", "wakes/mine")))
                .isEqualTo(403);
        assertThat(put(ADMIN + " read:orders/ append:wakes/mine", World.pullWake("orders/*", "wakes/other")))
                .isEqualTo(403);
    }

    @Test
    void aWebhookNeedsReadToo() {
        JsonObject webhook = World.webhook("**", "http://127.0.0.1:9/hook");

        assertThat(put(ADMIN + " read:orders/", webhook)).isEqualTo(403);
        assertThat(put(ADMIN + " read:orders/", webhook.put("pattern", "orders/*")))
                .isEqualTo(201);
    }

    @Test
    void eachNamedStreamNeedsReadWhenItIsMadeAndWhenItIsAdded() {
        String caller = ADMIN + " read:orders/ append:wakes/mine";
        JsonObject config = new JsonObject()
                .put("type", "pull-wake")
                .put("wake_stream", "wakes/mine")
                .put("streams", new JsonArray().add("orders/1").add("secret"));

        assertThat(put(caller, config)).isEqualTo(403);
        assertThat(put(caller, config.put("streams", new JsonArray().add("orders/1"))))
                .isEqualTo(201);
        assertThat(link(caller, "secret")).isEqualTo(403);
        assertThat(link(caller, "orders/2")).isEqualTo(204);
    }

    @Test
    void whoMayDoEverythingMayDoThisToo() {
        assertThat(put("*:*", World.pullWake("**", "wakes/any"))).isEqualTo(201);
        assertThat(link("*:*", "secret")).isEqualTo(204);
    }

    private int put(String caller, JsonObject config) {
        return world.send("PUT", "__ds/subscriptions/mine", config.encode(), "Authorization", bearer(caller))
                .status();
    }

    private int link(String caller, String stream) {
        String body =
                new JsonObject().put("streams", new JsonArray().add(stream)).encode();
        return world.send("POST", "__ds/subscriptions/mine/streams", body, "Authorization", bearer(caller))
                .status();
    }

    private String bearer(String caller) {
        return "Bearer " + keys.get(caller);
    }
}
