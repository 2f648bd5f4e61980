package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.ack;
import static dev.leat.http.subscription.World.eventually;
import static dev.leat.http.subscription.World.pullWake;
import static dev.leat.http.subscription.World.settling;
import static dev.leat.http.subscription.World.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.subscription.World.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PullWakeTest {
    private static final String OK = "{\"ok\":true,\"next_wake\":false}";

    private final World world = World.inMemory();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aWakeIsWrittenClaimedExtendedAndFinished() {
        world.send("PUT", "wakes", "[]");
        world.put("s", pullWake("events/*", "wakes").put("lease_ttl_ms", 20_000));
        world.create("events/a");
        eventually(() -> world.send("GET", "wakes", null).response().body().contains("\"subscription_id\":\"s\""));

        Reply claimed = claim("s", "one");
        JsonObject wake = claimed.json();
        Reply extended = act("ack", wake, settling(wake));
        Reply done = act("ack", wake, ack(wake, "events/a").put("done", true));
        Reply late = act("ack", wake, settling(wake));

        assertThat(claimed.status()).isEqualTo(200);
        assertThat(wake.fieldNames())
                .containsExactlyInAnyOrder("wake_id", "generation", "streams", "token", "lease_ttl_ms");
        assertThat(wake.getLong("lease_ttl_ms")).isEqualTo(20_000);
        assertThat(extended.response().body()).isEqualTo(OK);
        assertThat(done.response().body()).isEqualTo(OK);
        assertThat(late.code()).isEqualTo("FENCED");
        assertThat(stream(world.get("s").json(), "events/a").getString("acked_offset"))
                .isEqualTo(stream(wake, "events/a").getString("tail_offset"));
    }

    @Test
    void aWakeBelongsToOneWorker() {
        world.put("s", pullWake("events/*", "wakes"));
        world.create("events/a");
        JsonObject wake = claim("s", "one").json();

        Reply other = claim("s", "two");

        JsonObject error = other.json().getJsonObject("error");
        assertThat(other.status()).isEqualTo(409);
        assertThat(error.getString("code")).isEqualTo("ALREADY_CLAIMED");
        assertThat(error.getString("current_holder")).isEqualTo("one");
        assertThat(error.getLong("generation")).isEqualTo(wake.getLong("generation"));
    }

    @Test
    void aReleasedWakeCanBeClaimedAgain() {
        world.put("s", pullWake("events/*", "wakes"));
        world.create("events/a");
        JsonObject first = claim("s", "one").json();

        Reply released = act("release", first, settling(first));
        JsonObject second = claim("s", "two").json();
        Reply again = act("release", first, settling(first));

        assertThat(released.status()).isEqualTo(204);
        assertThat(second.getLong("generation")).isGreaterThan(first.getLong("generation"));
        assertThat(again.code()).isEqualTo("FENCED");
    }

    @Test
    void aWorkerThatLetsItsLeaseEndIsFencedOff() {
        world.put("s", pullWake("events/*", "wakes").put("lease_ttl_ms", 1000));
        world.create("events/a");
        JsonObject first = claim("s", "one").json();

        AtomicReference<Reply> second = new AtomicReference<>();
        eventually(() -> {
            second.set(claim("s", "two"));
            return second.get().status() == 200;
        });
        Reply late = act("ack", first, ack(first, "events/a").put("done", true));

        assertThat(late.status()).isEqualTo(409);
        assertThat(late.code()).isEqualTo("FENCED");
        assertThat(act("ack", second.get().json(), settling(second.get().json()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aClaimNeedsSomethingPendingAWorkerAndASubscription() {
        world.put("s", pullWake("events/*", "wakes"));

        assertThat(claim("s", "one").code()).isEqualTo("NO_PENDING_WORK");
        assertThat(world.post("s", "claim", new JsonObject()).code()).isEqualTo("INVALID_REQUEST");
        assertThat(claim("s", "").code()).isEqualTo("INVALID_REQUEST");
        assertThat(claim("nobody", "one").code()).isEqualTo("SUBSCRIPTION_NOT_FOUND");
    }

    @Test
    void releasingNeedsTheToken() {
        world.put("s", pullWake("events/*", "wakes"));
        world.create("events/a");
        JsonObject wake = claim("s", "one").json();

        Reply without = world.post("s", "release", settling(wake));

        assertThat(without.status()).isEqualTo(401);
        assertThat(without.response().headers().firstValue("www-authenticate")).contains("Bearer");
        assertThat(act("release", wake, settling(wake).put("generation", 99)).code())
                .isEqualTo("FENCED");
    }

    @Test
    void anAckMayNotGoBack() {
        world.put("s", pullWake("events/*", "wakes"));
        world.create("events/a");
        JsonObject wake = claim("s", "one").json();
        String before = stream(wake, "events/a").getString("acked_offset");
        act("ack", wake, ack(wake, "events/a"));

        JsonArray back =
                new JsonArray().add(new JsonObject().put("stream", "events/a").put("offset", before));
        Reply reply = act("ack", wake, settling(wake).put("acks", back));

        assertThat(reply.status()).isEqualTo(409);
        assertThat(reply.code()).isEqualTo("INVALID_OFFSET");
    }

    private Reply claim(String id, String worker) {
        return world.post(id, "claim", new JsonObject().put("worker", worker));
    }

    private Reply act(String verb, JsonObject wake, JsonObject body) {
        return world.post("s", verb, body, "Authorization", "Bearer " + wake.getString("token"));
    }
}
