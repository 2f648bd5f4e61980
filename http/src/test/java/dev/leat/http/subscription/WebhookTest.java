package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.ack;
import static dev.leat.http.subscription.World.address;
import static dev.leat.http.subscription.World.eventually;
import static dev.leat.http.subscription.World.settling;
import static dev.leat.http.subscription.World.stream;
import static dev.leat.http.subscription.World.webhook;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import dev.leat.api.spi.Command;
import dev.leat.api.subscription.SubscriptionId;
import dev.leat.api.subscription.Wake;
import dev.leat.http.subscription.World.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookTest {
    private static final String OK = "{\"ok\":true,\"next_wake\":false}";

    private final World world = World.inMemory();
    private final Receiver receiver = new Receiver(Receiver.ACCEPTED);

    @AfterEach
    void close() {
        receiver.close();
        world.close();
    }

    @Test
    void aNewStreamWakesAWebhookAndItsAnswerAcksWhatItWasShown() {
        receiver.answerWith(Receiver.DONE);
        world.put("s", webhook("events/*", receiver.url()));
        JsonObject jwks = world.send("GET", "__ds/jwks.json", null).json();

        world.create("events/a");
        Receiver.Request request = receiver.next();

        JsonObject told = request.body();
        JsonObject shown = stream(told, "events/a");
        assertThat(request.path()).isEqualTo("/hook?from=leat");
        assertThat(request.headers()).containsEntry("Content-Type", "application/json");
        assertThat(request.headers().get("Webhook-Signature")).matches("t=\\d+,kid=ds_.+,ed25519=[A-Za-z0-9_-]+");
        assertThat(Signatures.verify(request, jwks)).isTrue();
        assertThat(told.fieldNames())
                .containsExactlyInAnyOrder(
                        "subscription_id", "wake_id", "generation", "streams", "callback_url", "callback_token");
        assertThat(told.getString("callback_url")).isEqualTo(world.url("__ds/subscriptions/s/callback"));
        assertThat(shown.fieldNames())
                .containsExactlyInAnyOrder("path", "link_type", "acked_offset", "tail_offset", "has_pending");
        assertThat(shown.getBoolean("has_pending")).isTrue();
        eventually(() -> stream(world.get("s").json(), "events/a")
                .getString("acked_offset")
                .equals(shown.getString("tail_offset")));
    }

    @Test
    void aBodyThatWasChangedOnTheWayHasNoGoodSignature() {
        world.put("s", webhook("events/*", receiver.url()));
        JsonObject jwks = world.send("GET", "__ds/jwks.json", null).json();
        world.create("events/a");
        Receiver.Request request = receiver.next();

        byte[] changed = request.raw().clone();
        changed[changed.length / 2] ^= 1;

        assertThat(Signatures.verify(new Receiver.Request("/", request.headers(), changed), jwks))
                .isFalse();
    }

    @Test
    void aWorkerSettlesByCallbackAndIsFencedOffAfterwards() {
        world.create("events/a");
        world.put("s", webhook("events/*", receiver.url()));
        world.append("events/a");
        Receiver.Request request = receiver.next();
        JsonObject wake = request.body();

        Reply extended = callback(request, settling(wake));
        Reply done = callback(request, ack(wake, "events/a").put("done", true));
        Reply replayed = callback(request, ack(wake, "events/a").put("done", true));

        assertThat(extended.status()).isEqualTo(200);
        assertThat(extended.response().body()).isEqualTo(OK);
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.response().body()).isEqualTo(OK);
        assertThat(replayed.status()).isEqualTo(409);
        assertThat(replayed.code()).isEqualTo("FENCED");
    }

    @Test
    void whatCameMeanwhileWakesAgain() {
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        Receiver.Request first = receiver.next();
        world.append("events/a");

        Reply done = callback(first, ack(first.body(), "events/a").put("done", true));
        JsonObject second = receiver.next().body();

        assertThat(done.json().getBoolean("next_wake")).isTrue();
        assertThat(second.getLong("generation")).isEqualTo(first.body().getLong("generation") + 1);
        assertThat(stream(second, "events/a").getString("acked_offset"))
                .isEqualTo(stream(first.body(), "events/a").getString("tail_offset"));
    }

    @Test
    void onlyTheTokenOfTheWakeIsGood() {
        world.put("s", webhook("events/*", receiver.url()));
        world.put("other", webhook("nothing/*", receiver.url()));
        world.create("events/a");
        Receiver.Request request = receiver.next();
        JsonObject body = settling(request.body());
        String good = request.bearer();
        char last = good.charAt(10);
        String forged = good.substring(0, 10) + (last == 'A' ? 'B' : 'A') + good.substring(11);

        for (String bad : List.of(forged, "Bearer x.y", "Bearer ", "Basic Zm9v", good + "A")) {
            Reply reply = world.post("s", "callback", body, "Authorization", bad);
            assertThat(reply.status()).as(bad).isEqualTo(401);
            assertThat(reply.code()).isEqualTo("TOKEN_INVALID");
        }
        assertThat(world.post("s", "callback", body).code()).isEqualTo("TOKEN_INVALID");
        assertThat(world.post("other", "callback", body, "Authorization", good).code())
                .isEqualTo("TOKEN_INVALID");
        assertThat(world.send("POST", "__ds/subscriptions/s/callback?token=" + good.substring(7), body.encode())
                        .code())
                .isEqualTo("TOKEN_INVALID");
        assertThat(callback(request, body.copy().put("generation", 77)).code()).isEqualTo("FENCED");
        assertThat(callback(request, body.copy().put("wake_id", "w_0")).code()).isEqualTo("FENCED");
        assertThat(callback(request, new JsonObject()).code()).isEqualTo("INVALID_REQUEST");
        assertThat(callback(request, body).status()).isEqualTo(200);
    }

    @Test
    void aTokenEndsWithItsTime() {
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        JsonObject told = receiver.next().body();
        Wake wake = new Wake(
                SubscriptionId.of("s"), told.getString("wake_id"), told.getLong("generation"), List.of(), Instant.MAX);
        byte[] key = world.leat
                .engine()
                .call(new Command.KeepSecret(ServerSecrets.TOKEN_KEY, new byte[0]))
                .bytes();

        String token = "Bearer " + new WakeTokens(key).issue(wake, Instant.now().minusMillis(1));
        Reply reply = world.post("s", "callback", settling(told), "Authorization", token);

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.code()).isEqualTo("TOKEN_EXPIRED");
    }

    @Test
    void acksThatCannotBeAreRefusedAltogether() {
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        Receiver.Request request = receiver.next();
        JsonObject wake = request.body();
        JsonObject good = ack(wake, "events/a").getJsonArray("acks").getJsonObject(0);

        for (JsonObject bad : List.of(
                new JsonObject().put("stream", "events/a").put("offset", "-1"),
                new JsonObject().put("stream", "events/a").put("offset", "now"),
                new JsonObject().put("stream", "events/a").put("offset", "soon"),
                new JsonObject().put("stream", "events/a").put("offset", "0000000000000000_0000000000009999"),
                good.copy().put("stream", "events/unknown"))) {
            Reply reply = callback(
                    request,
                    settling(wake).put("acks", new JsonArray().add(good).add(bad)));
            assertThat(reply.status()).as(bad.encode()).isEqualTo(409);
            assertThat(reply.code()).isEqualTo("INVALID_OFFSET");
        }
        assertThat(callback(request, settling(wake).put("acks", new JsonArray().add(1)))
                        .code())
                .isEqualTo("INVALID_REQUEST");
        assertThat(stream(world.get("s").json(), "events/a").getString("acked_offset"))
                .isEqualTo(stream(wake, "events/a").getString("acked_offset"));
    }

    @Test
    void aDeletedSubscriptionIsNotFoundByItsWorker() {
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        Receiver.Request request = receiver.next();

        world.delete("s");
        Reply late = callback(request, ack(request.body(), "events/a").put("done", true));

        assertThat(late.status()).isEqualTo(404);
        assertThat(late.code()).isEqualTo("SUBSCRIPTION_NOT_FOUND");
    }

    @Test
    void aWebhookThatFailsIsCalledAgainUntilItAnswers() {
        receiver.answerWith(Receiver.BROKEN);
        world.put("s", webhook("events/*", receiver.url()));
        world.create("events/a");
        JsonObject first = receiver.next().body();

        eventually(() -> world.get("s").json().getString("status").equals("failed"));
        receiver.answerWith(Receiver.DONE);
        JsonObject second = receiver.next().body();

        assertThat(second.getString("wake_id")).isEqualTo(first.getString("wake_id"));
        eventually(() -> world.get("s").json().getString("status").equals("active"));
        eventually(() -> stream(world.get("s").json(), "events/a")
                .getString("acked_offset")
                .equals(stream(first, "events/a").getString("tail_offset")));
    }

    @Test
    void theTraceOfARequestGoesOnInItsWebhook() {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        world.put("s", webhook("events/*", receiver.url()));

        world.send("PUT", "events/a", "{}", "traceparent", parent, "tracestate", "vendor=1");
        Receiver.Request request = receiver.next();

        assertThat(request.headers()).containsEntry("traceparent", parent).containsEntry("tracestate", "vendor=1");
    }

    @Test
    void aWebhookMayHaveAnAddressOfIpv6() {
        assumeThatCode(() -> new ServerSocket(0, 1, address("::1")).close()).doesNotThrowAnyException();
        try (Receiver six = new Receiver(Receiver.DONE, "::1")) {
            world.put("s", webhook("events/*", "http://[::1]:" + six.port() + "/hook"));

            world.create("events/a");

            assertThat(six.next().headers()).containsEntry("Host", "[::1]:" + six.port());
        }
    }

    private Reply callback(Receiver.Request request, JsonObject body) {
        return world.sendTo(
                request.body().getString("callback_url"), "POST", body.encode(), "Authorization", request.bearer());
    }
}
