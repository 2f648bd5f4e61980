package dev.leat.client.queue;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.Backoff;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueName;
import dev.leat.api.Retention;
import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.Fields;
import dev.leat.client.wire.Times;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The configuration of a queue, all of it. */
final class ConfigJson {

    private ConfigJson() {}

    /** Writes what is set; the rest has no value by default either. */
    static void write(JsonGenerator json, QueueConfig config) throws IOException {
        Writing.word(json, "mode", config.mode());
        Writing.text(json, "lease", config.lease());
        Writing.text(json, "longestLease", config.longestLease());
        json.writeNumberField("maxAttempts", config.maxAttempts());
        json.writeNumberField("maxReleases", config.maxReleases());
        Writing.text(json, "deadLetter", config.deadLetter());
        Writing.word(json, "exhausted", config.exhausted());
        backoff(json, config.retryBackoff());
        Writing.text(json, "expiryBackoff", config.expiryBackoff());
        json.writeBooleanField("priority", config.priority());
        Writing.text(json, "ttl", config.ttl());
        Writing.word(json, "expired", config.expired());
        Writing.text(json, "dedupWindow", config.dedupWindow());
        json.writeBooleanField("contentDedup", config.contentDedup());
        Writing.word(json, "dedupScope", config.dedupScope());
        json.writeNumberField("maxMessages", config.maxMessages());
        json.writeNumberField("maxBytes", config.maxBytes());
        Writing.word(json, "full", config.full());
        Writing.text(json, "fullWait", config.fullWait());
        retention(json, config.retention());
        json.writeNumberField("keyBatch", config.keyBatch());
        json.writeBooleanField("parkHoldsKey", config.parkHoldsKey());
        json.writeBooleanField("fair", config.fair());
        Writing.text(json, "ageStep", config.ageStep());
        json.writeNumberField("maxLeases", config.maxLeases());
        json.writeNumberField("maxLeasesPerConsumer", config.maxLeasesPerConsumer());
        json.writeNumberField("maxWaiters", config.maxWaiters());
        json.writeBooleanField("strictLease", config.strictLease());
        json.writeBooleanField("autoCreateGroups", config.autoCreateGroups());
        Writing.text(json, "groupIdleExpiry", config.groupIdleExpiry());
        json.writeBooleanField("releaseOnExpire", config.releaseOnExpire());
    }

    /** Writes what is not set as well: in a change, what is not said stays as it is. */
    static void writeWhole(JsonGenerator json, QueueConfig config) throws IOException {
        write(json, config);
        unset(json, "deadLetter", config.deadLetter());
        unset(json, "ttl", config.ttl());
        unset(json, "ageStep", config.ageStep());
        unset(json, "groupIdleExpiry", config.groupIdleExpiry());
    }

    private static void unset(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        }
    }

    private static void backoff(JsonGenerator json, Backoff backoff) throws IOException {
        json.writeObjectFieldStart("retryBackoff");
        Writing.text(json, "initial", backoff.initial());
        json.writeNumberField("factor", backoff.factor());
        Writing.text(json, "longest", backoff.longest());
        json.writeEndObject();
    }

    private static void retention(JsonGenerator json, Retention retention) throws IOException {
        json.writeObjectFieldStart("retention");
        if (retention instanceof Retention.Interest interest) {
            json.writeStringField("policy", "interest");
            Writing.text(json, "unclaimed", interest.unclaimed());
        } else if (retention instanceof Retention.Limits limits) {
            json.writeStringField("policy", "limits");
            Writing.text(json, "age", limits.age());
            whole(json, "bytes", limits.bytes());
            whole(json, "messages", limits.messages());
        }
        json.writeEndObject();
    }

    private static void whole(JsonGenerator json, String name, @Nullable Long whole) throws IOException {
        if (whole != null) {
            json.writeNumberField(name, whole);
        }
    }

    static QueueConfig read(Fields fields) {
        String deadLetter = fields.text("deadLetter");
        return QueueConfig.builder(Words.read(fields, "mode", QueueConfig.Mode.class))
                .lease(Times.duration(fields, "lease"))
                .longestLease(Times.duration(fields, "longestLease"))
                .maxAttempts(small(fields, "maxAttempts"))
                .maxReleases(small(fields, "maxReleases"))
                .deadLetter(deadLetter == null ? null : QueueName.of(deadLetter))
                .exhausted(Words.read(fields, "exhausted", QueueConfig.Exhausted.class))
                .retryBackoff(backoff(fields.requiredObject("retryBackoff")))
                .expiryBackoff(Times.duration(fields, "expiryBackoff"))
                .priority(fields.flag("priority"))
                .ttl(Times.findDuration(fields, "ttl"))
                .expired(Words.read(fields, "expired", QueueConfig.Expired.class))
                .dedupWindow(Times.duration(fields, "dedupWindow"))
                .contentDedup(fields.flag("contentDedup"))
                .dedupScope(Words.read(fields, "dedupScope", QueueConfig.DedupScope.class))
                .maxMessages(fields.requiredWhole("maxMessages"))
                .maxBytes(fields.requiredWhole("maxBytes"))
                .full(Words.read(fields, "full", QueueConfig.Full.class))
                .fullWait(Times.duration(fields, "fullWait"))
                .retention(retention(fields.requiredObject("retention")))
                .keyBatch(small(fields, "keyBatch"))
                .parkHoldsKey(fields.flag("parkHoldsKey"))
                .fair(fields.flag("fair"))
                .ageStep(Times.findDuration(fields, "ageStep"))
                .maxLeases(small(fields, "maxLeases"))
                .maxLeasesPerConsumer(small(fields, "maxLeasesPerConsumer"))
                .maxWaiters(small(fields, "maxWaiters"))
                .strictLease(fields.flag("strictLease"))
                .autoCreateGroups(fields.flag("autoCreateGroups"))
                .groupIdleExpiry(Times.findDuration(fields, "groupIdleExpiry"))
                .releaseOnExpire(fields.flag("releaseOnExpire"))
                .build();
    }

    private static int small(Fields fields, String name) {
        return Math.toIntExact(fields.requiredWhole(name));
    }

    private static Backoff backoff(Fields fields) {
        Double factor = fields.fraction("factor");
        return new Backoff(
                Times.duration(fields, "initial"), factor == null ? 1 : factor, Times.duration(fields, "longest"));
    }

    private static Retention retention(Fields fields) {
        String policy = fields.requiredText("policy");
        Duration age = Times.findDuration(fields, "age");
        return switch (policy) {
            case "interest" -> new Retention.Interest(Times.duration(fields, "unclaimed"));
            case "limits" -> new Retention.Limits(age, fields.whole("bytes"), fields.whole("messages"));
            default -> throw new BadAnswer("policy is '" + policy + "', which is not known here");
        };
    }
}
