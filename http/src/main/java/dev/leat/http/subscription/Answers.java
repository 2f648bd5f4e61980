package dev.leat.http.subscription;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.spi.Outcome;
import dev.leat.api.subscription.Glob;
import dev.leat.api.subscription.LinkedStream;
import dev.leat.api.subscription.SubscriptionConfig;
import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.Wake;
import dev.leat.api.subscription.WakeTarget;
import dev.leat.http.exchange.Json;
import java.io.IOException;
import java.util.List;

/** JSON of answers to clients, and of requests to webhooks. */
final class Answers {

    private Answers() {}

    /** Returns a subscription as its owner sees it. */
    static Json subscription(SubscriptionInfo info, SigningKeys keys, String baseUrl) {
        return json -> {
            SubscriptionConfig config = info.config();
            json.writeStartObject();
            json.writeStringField("id", info.id().value());
            json.writeStringField("subscription_id", info.id().value());
            target(json, config.target(), keys, baseUrl);
            Glob pattern = config.pattern();
            if (pattern != null) {
                json.writeStringField("pattern", pattern.pattern());
            }
            json.writeArrayFieldStart("streams");
            for (LinkedStream stream : info.streams()) {
                json.writeStartObject();
                link(json, stream);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("lease_ttl_ms", config.lease().toMillis());
            json.writeStringField("created_at", info.created().toString());
            json.writeStringField("status", info.failing() ? "failed" : "active");
            String description = config.description();
            if (description != null) {
                json.writeStringField("description", description);
            }
            json.writeEndObject();
        };
    }

    private static void target(JsonGenerator json, WakeTarget target, SigningKeys keys, String baseUrl)
            throws IOException {
        switch (target) {
            case WakeTarget.PullWake pull -> {
                json.writeStringField("type", "pull-wake");
                json.writeStringField("wake_stream", pull.wakeStream().value());
            }
            case WakeTarget.Webhook webhook -> {
                json.writeStringField("type", "webhook");
                json.writeObjectFieldStart("webhook");
                json.writeStringField("url", webhook.url());
                json.writeObjectFieldStart("signing");
                json.writeStringField("alg", "ed25519");
                json.writeStringField("kid", keys.newest().id());
                json.writeStringField("jwks_url", Urls.jwks(baseUrl));
                json.writeEndObject();
                json.writeEndObject();
            }
        }
    }

    /** Returns the body of a request to a webhook. */
    static Json call(Wake wake, String baseUrl, String token) {
        return json -> {
            json.writeStartObject();
            json.writeStringField("subscription_id", wake.subscription().value());
            wake(json, wake);
            json.writeStringField("callback_url", Urls.callback(baseUrl, wake.subscription()));
            json.writeStringField("callback_token", token);
            json.writeEndObject();
        };
    }

    /** Returns the answer to a worker that claimed a wake. */
    static Json claimed(Outcome.Claimed claimed, String token) {
        return json -> {
            json.writeStartObject();
            wake(json, claimed.wake());
            json.writeStringField("token", token);
            json.writeNumberField("lease_ttl_ms", claimed.lease().toMillis());
            json.writeEndObject();
        };
    }

    static Json settled(Outcome.Settled settled) {
        return json -> {
            json.writeStartObject();
            json.writeBooleanField("ok", true);
            json.writeBooleanField("next_wake", settled.nextWake());
            json.writeEndObject();
        };
    }

    private static void wake(JsonGenerator json, Wake wake) throws IOException {
        json.writeStringField("wake_id", wake.wakeId());
        json.writeNumberField("generation", wake.generation());
        streams(json, wake.streams());
    }

    private static void streams(JsonGenerator json, List<LinkedStream> streams) throws IOException {
        json.writeArrayFieldStart("streams");
        for (LinkedStream stream : streams) {
            json.writeStartObject();
            link(json, stream);
            json.writeStringField("tail_offset", stream.tail().toString());
            json.writeBooleanField("has_pending", stream.pending());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void link(JsonGenerator json, LinkedStream stream) throws IOException {
        json.writeStringField("path", stream.path().value());
        json.writeStringField("link_type", stream.explicit() ? "explicit" : "glob");
        json.writeStringField("acked_offset", stream.acked().toString());
    }
}
