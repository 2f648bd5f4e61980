package dev.leat.http.subscription;

import static dev.leat.http.subscription.World.pullWake;
import static dev.leat.http.subscription.World.stream;
import static dev.leat.http.subscription.World.webhook;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.access.Action;
import dev.leat.http.subscription.SubscriptionRoutes.Need;
import dev.leat.http.subscription.World.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubscriptionRoutesTest {
    private static final String HOOK = "http://127.0.0.1:9/hook";

    private final World world = World.inMemory();

    @BeforeAll
    void open() {
        world.create("routes/there");
    }

    @AfterAll
    void close() {
        world.close();
    }

    @Test
    void aSubscriptionIsMadeConfirmedShownAndDeleted() {
        JsonObject config = webhook("made/*", HOOK).put("lease_ttl_ms", 1000).put("description", "for a test");

        Reply made = world.put("made", config);
        Reply confirmed = world.put("made", config);
        Reply shown = world.get("made");
        Reply deleted = world.delete("made");

        assertThat(made.status()).isEqualTo(201);
        assertThat(confirmed.status()).isEqualTo(200);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json()).isEqualTo(made.json()).isEqualTo(confirmed.json());
        assertThat(shown.json().fieldNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "subscription_id",
                        "type",
                        "webhook",
                        "pattern",
                        "streams",
                        "lease_ttl_ms",
                        "created_at",
                        "status",
                        "description");
        assertThat(shown.json().getString("status")).isEqualTo("active");
        assertThat(shown.json().getLong("lease_ttl_ms")).isEqualTo(1000);
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(world.get("made").code()).isEqualTo("SUBSCRIPTION_NOT_FOUND");
        assertThat(world.delete("made").status()).isEqualTo(204);
    }

    @Test
    void aWebhookIsToldWhereTheKeysAre() {
        JsonObject hook = world.put("keys", webhook("keys/*", HOOK)).json().getJsonObject("webhook");

        JsonObject signing = hook.getJsonObject("signing");
        Reply jwks = world.sendTo(signing.getString("jwks_url"), "GET", null);
        JsonObject key = jwks.json().getJsonArray("keys").getJsonObject(0);

        assertThat(hook.getString("url")).isEqualTo(HOOK);
        assertThat(signing.getString("alg")).isEqualTo("ed25519");
        assertThat(signing.getString("jwks_url")).isEqualTo(world.url("__ds/jwks.json"));
        assertThat(jwks.response().headers().firstValue("content-type")).contains("application/jwk-set+json");
        assertThat(jwks.response().headers().firstValue("cache-control")).contains("public, max-age=300");
        assertThat(key.fieldNames()).containsExactlyInAnyOrder("kty", "crv", "kid", "use", "alg", "x");
        assertThat(key.getString("kid")).startsWith("ds_").isEqualTo(signing.getString("kid"));
    }

    @Test
    void anotherConfigurationIsRefused() {
        world.put("taken", webhook("a/*", HOOK));

        Reply other = world.put("taken", webhook("b/*", HOOK));

        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("SUBSCRIPTION_ALREADY_EXISTS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{} {}",
                "{'type':'webhook','type':'webhook','pattern':'a','webhook':{'url':'http://localhost/'}}",
                "{'pattern':'a','webhook':{'url':'http://localhost/'}}",
                "{'type':'queue','pattern':'a'}",
                "{'type':7,'pattern':'a'}",
                "{'type':'webhook','pattern':'a'}",
                "{'type':'webhook','pattern':'a','webhook':'http://localhost/'}",
                "{'type':'webhook','pattern':'a','webhook':{'url':''}}",
                "{'type':'webhook','webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','pattern':'a//b','webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','pattern':'a/**b','webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','streams':'a','webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','streams':[1],'webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','streams':['a/../b'],'webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','streams':['__ds/x'],'webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','pattern':'a','lease_ttl_ms':999,'webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','pattern':'a','lease_ttl_ms':600001,'webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','pattern':'a','lease_ttl_ms':1000.5,'webhook':{'url':'http://localhost/'}}",
                "{'type':'webhook','pattern':'a','lease_ttl_ms':99999999999999999999,'webhook':{'url':'http://localhost/'}}",
                "{'type':'pull-wake','pattern':'a'}",
                "{'type':'pull-wake','pattern':'a','wake_stream':''}",
                "{'type':'pull-wake','streams':['w'],'wake_stream':'w'}",
                "{'a':[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}"
            })
    void whatMakesNoSenseIsRefused(String body) {
        Reply reply = world.send("PUT", "__ds/subscriptions/nonsense", body.replace('\'', '"'));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("INVALID_REQUEST");
        assertThat(reply.response().headers().firstValue("content-type")).contains("application/json");
        assertThat(reply.json().getJsonObject("error").getString("message")).isNotBlank();
    }

    @Test
    void whatNobodyKnowsIsIgnored() {
        JsonObject config = webhook("a/*", HOOK)
                .put("color", new JsonObject().put("red", 1))
                .putNull("description");

        assertThat(world.put("colored", config).status()).isEqualTo(201);
        assertThat(world.put("colored", webhook("/a/*", HOOK)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://10.0.0.1/hook", "http://example.org/hook", "https://169.254.169.254/", "ftp://localhost/"
            })
    void webhooksThatMustNotBeCalledAreRefused(String url) {
        Reply reply = world.put("unsafe", webhook("a/*", url));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("WEBHOOK_URL_REJECTED");
    }

    @Test
    void streamsAreLinkedAndUnlinkedByName() {
        world.put("links", pullWake("routes/*", "wakes/links"));
        world.put("links2", pullWake("nothing/*", "wakes/links2"));

        Reply linked = world.post("links2", "streams", names("routes/there", "new/one", "/new/two"));
        Reply again = world.post("links2", "streams", names("routes/there"));
        Reply unlinked = world.send("DELETE", "__ds/subscriptions/links2/streams/new%2Fone", null);
        Reply unlinkedPlainly = world.send("DELETE", "__ds/subscriptions/links2/streams/new/two", null);

        assertThat(linked.status()).isEqualTo(204);
        assertThat(again.status()).isEqualTo(204);
        assertThat(unlinked.status()).isEqualTo(204);
        assertThat(unlinkedPlainly.status()).isEqualTo(204);
        JsonObject shown = world.get("links2").json();
        assertThat(shown.getJsonArray("streams")).hasSize(1);
        assertThat(stream(shown, "routes/there").getString("link_type")).isEqualTo("explicit");
        assertThat(stream(world.get("links").json(), "routes/there").getString("link_type"))
                .isEqualTo("glob");
    }

    @Test
    void linksNeedStreamsAndASubscription() {
        world.put("poor", pullWake("nothing/*", "wakes/poor"));

        assertThat(world.post("poor", "streams", new JsonObject()).code()).isEqualTo("INVALID_REQUEST");
        assertThat(world.post("nobody", "streams", names("a")).code()).isEqualTo("SUBSCRIPTION_NOT_FOUND");
        assertThat(world.send("DELETE", "__ds/subscriptions/nobody/streams/a", null)
                        .code())
                .isEqualTo("SUBSCRIPTION_NOT_FOUND");
        assertThat(world.send("DELETE", "__ds/subscriptions/poor/streams/a%2F%2Fb", null)
                        .code())
                .isEqualTo("INVALID_REQUEST");
    }

    @Test
    void anIdMayHaveAnyCharactersButASlash() {
        Reply made = world.put("a%20b%3F%C3%A9", pullWake("nothing/*", "wakes/x"));
        Reply slashed = world.put("a%2Fb", pullWake("nothing/*", "wakes/x"));

        assertThat(made.json().getString("id")).isEqualTo("a b?é");
        assertThat(slashed.code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(world.send("GET", "__ds/elsewhere", null).status()).isEqualTo(404);
        assertThat(world.send("POST", "__ds/subscriptions/x/dance", "{}").status())
                .isEqualTo(404);
        assertThat(world.send("GET", "__ds/subscriptions/x/streams", null).status())
                .isEqualTo(405);
        assertThat(world.send("GET", "__ds", null).status()).isEqualTo(404);
        assertThat(world.send("PUT", "%5F_ds/subscriptions/x", "{}").status()).isEqualTo(404);
    }

    @Test
    void pagesOfOtherOriginsMayAskFirst() {
        Reply reply = world.send("OPTIONS", "__ds/subscriptions/x/claim", null);

        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.response()
                        .headers()
                        .firstValue("access-control-allow-headers")
                        .orElseThrow())
                .contains("Authorization");
    }

    @Test
    void aBodyThatIsTooLongIsRefused() {
        Reply reply = world.put("long", webhook("a/*", HOOK).put("padding", "x".repeat(1 << 20)));

        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.code()).isEqualTo("TOO_LARGE");
    }

    @Test
    void managingNeedsAdminAndWorkersNeedOnlyTheirToken() {
        Need admin = new Need(Action.ADMIN, "__ds/subscriptions/s");

        assertThat(SubscriptionRoutes.need("subscriptions/s")).isEqualTo(admin);
        assertThat(SubscriptionRoutes.need("subscriptions/s/streams")).isEqualTo(admin);
        assertThat(SubscriptionRoutes.need("subscriptions/s/streams/a/b")).isEqualTo(admin);
        assertThat(SubscriptionRoutes.need("subscriptions/s/claim")).isEqualTo(admin);
        assertThat(SubscriptionRoutes.need("subscriptions/s/ack")).isNull();
        assertThat(SubscriptionRoutes.need("subscriptions/s/callback")).isNull();
        assertThat(SubscriptionRoutes.need("subscriptions/s/release")).isNull();
        assertThat(SubscriptionRoutes.need("jwks.json")).isNull();
    }

    private static JsonObject names(String... paths) {
        JsonArray streams = new JsonArray();
        for (String path : paths) {
            streams.add(path);
        }
        return new JsonObject().put("streams", streams);
    }
}
