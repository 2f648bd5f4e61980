package dev.leat.http.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Backoff;
import dev.leat.api.QueueConfig;
import dev.leat.api.Retention;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes the configuration of a queue, all of it that is set, as {@link ConfigFields} reads it. */
final class ConfigJson {

    private ConfigJson() {}

    static void write(JsonGenerator json, QueueConfig config) throws IOException {
        json.writeStartObject();
        json.writeStringField("mode", Words.of(config.mode()));
        time(json, "lease", config.lease());
        time(json, "longestLease", config.longestLease());
        json.writeNumberField("maxAttempts", config.maxAttempts());
        json.writeNumberField("maxReleases", config.maxReleases());
        QueueJson.text(json, "deadLetter", config.deadLetter());
        json.writeStringField("exhausted", Words.of(config.exhausted()));
        backoff(json, config.retryBackoff());
        time(json, "expiryBackoff", config.expiryBackoff());
        json.writeBooleanField("priority", config.priority());
        time(json, "ttl", config.ttl());
        json.writeStringField("expired", Words.of(config.expired()));
        time(json, "dedupWindow", config.dedupWindow());
        json.writeBooleanField("contentDedup", config.contentDedup());
        json.writeStringField("dedupScope", Words.of(config.dedupScope()));
        json.writeNumberField("maxMessages", config.maxMessages());
        json.writeNumberField("maxBytes", config.maxBytes());
        json.writeStringField("full", Words.of(config.full()));
        time(json, "fullWait", config.fullWait());
        retention(json, config.retention());
        json.writeNumberField("keyBatch", config.keyBatch());
        json.writeBooleanField("parkHoldsKey", config.parkHoldsKey());
        json.writeBooleanField("fair", config.fair());
        time(json, "ageStep", config.ageStep());
        json.writeNumberField("maxLeases", config.maxLeases());
        json.writeNumberField("maxLeasesPerConsumer", config.maxLeasesPerConsumer());
        json.writeNumberField("maxWaiters", config.maxWaiters());
        json.writeBooleanField("strictLease", config.strictLease());
        json.writeBooleanField("autoCreateGroups", config.autoCreateGroups());
        time(json, "groupIdleExpiry", config.groupIdleExpiry());
        json.writeBooleanField("releaseOnExpire", config.releaseOnExpire());
        json.writeEndObject();
    }

    private static void time(JsonGenerator json, String name, @Nullable Duration duration) throws IOException {
        QueueJson.text(json, name, duration);
    }

    private static void backoff(JsonGenerator json, Backoff backoff) throws IOException {
        json.writeObjectFieldStart("retryBackoff");
        time(json, "initial", backoff.initial());
        json.writeNumberField("factor", backoff.factor());
        time(json, "longest", backoff.longest());
        json.writeEndObject();
    }

    private static void retention(JsonGenerator json, Retention retention) throws IOException {
        json.writeObjectFieldStart("retention");
        switch (retention) {
            case Retention.Interest(var unclaimed) -> {
                json.writeStringField("policy", "interest");
                time(json, "unclaimed", unclaimed);
            }
            case Retention.Limits(var age, var bytes, var messages) -> {
                json.writeStringField("policy", "limits");
                time(json, "age", age);
                whole(json, "bytes", bytes);
                whole(json, "messages", messages);
            }
        }
        json.writeEndObject();
    }

    private static void whole(JsonGenerator json, String name, @Nullable Long whole) throws IOException {
        if (whole != null) {
            json.writeNumberField(name, whole);
        }
    }
}
