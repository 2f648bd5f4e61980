package dev.leat.http.queue;

import dev.leat.api.Backoff;
import dev.leat.api.QueueConfig;
import dev.leat.api.QueueConfig.Mode;
import dev.leat.api.QueueName;
import dev.leat.api.Retention;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of a queue. What is not said stays as it is; what is null becomes its default. */
final class ConfigFields {
    private static final String RETENTION = "retention";

    private final Fields fields;
    private final QueueConfig from;
    private final QueueConfig defaults;

    private ConfigFields(Fields fields, QueueConfig from, QueueConfig defaults) {
        this.fields = fields;
        this.from = from;
        this.defaults = defaults;
    }

    /** A whole configuration. */
    static QueueConfig read(Fields fields) {
        Mode given = fields.word("mode", Mode.class);
        QueueConfig defaults = given == Mode.FANOUT ? QueueConfig.fanout() : QueueConfig.work();
        return new ConfigFields(fields, defaults, defaults).config();
    }

    /** A configuration with some things changed. */
    static QueueConfig change(QueueConfig from, Fields fields) {
        Mode given = fields.word("mode", Mode.class);
        if (given != null && given != from.mode()) {
            throw Bad.argument("the mode of a queue cannot change");
        }
        QueueConfig defaults = from.mode() == Mode.FANOUT ? QueueConfig.fanout() : QueueConfig.work();
        return new ConfigFields(fields, from, defaults).config();
    }

    private QueueConfig config() {
        QueueConfig config = Bad.checked(this::build);
        fields.end();
        return config;
    }

    private QueueConfig build() {
        return from.toBuilder()
                .lease(span("lease", QueueConfig::lease))
                .longestLease(span("longestLease", QueueConfig::longestLease))
                .maxAttempts(small("maxAttempts", QueueConfig::maxAttempts))
                .maxReleases(small("maxReleases", QueueConfig::maxReleases))
                .deadLetter(deadLetter())
                .exhausted(word("exhausted", QueueConfig.Exhausted.class, QueueConfig::exhausted))
                .retryBackoff(backoff())
                .expiryBackoff(span("expiryBackoff", QueueConfig::expiryBackoff))
                .priority(flag("priority", QueueConfig::priority))
                .ttl(duration("ttl", QueueConfig::ttl))
                .expired(word("expired", QueueConfig.Expired.class, QueueConfig::expired))
                .dedupWindow(span("dedupWindow", QueueConfig::dedupWindow))
                .contentDedup(flag("contentDedup", QueueConfig::contentDedup))
                .dedupScope(word("dedupScope", QueueConfig.DedupScope.class, QueueConfig::dedupScope))
                .maxMessages(whole("maxMessages", Long.MAX_VALUE, QueueConfig::maxMessages))
                .maxBytes(whole("maxBytes", Long.MAX_VALUE, QueueConfig::maxBytes))
                .full(word("full", QueueConfig.Full.class, QueueConfig::full))
                .fullWait(span("fullWait", QueueConfig::fullWait))
                .retention(retention())
                .keyBatch(small("keyBatch", QueueConfig::keyBatch))
                .parkHoldsKey(flag("parkHoldsKey", QueueConfig::parkHoldsKey))
                .fair(flag("fair", QueueConfig::fair))
                .ageStep(duration("ageStep", QueueConfig::ageStep))
                .maxLeases(small("maxLeases", QueueConfig::maxLeases))
                .maxLeasesPerConsumer(small("maxLeasesPerConsumer", QueueConfig::maxLeasesPerConsumer))
                .maxWaiters(small("maxWaiters", QueueConfig::maxWaiters))
                .strictLease(flag("strictLease", QueueConfig::strictLease))
                .autoCreateGroups(flag("autoCreateGroups", QueueConfig::autoCreateGroups))
                .groupIdleExpiry(duration("groupIdleExpiry", QueueConfig::groupIdleExpiry))
                .releaseOnExpire(flag("releaseOnExpire", QueueConfig::releaseOnExpire))
                .build();
    }

    /** What it is if the client gives no value. */
    private <T extends @Nullable Object> T otherwise(String name, Function<QueueConfig, T> value) {
        return value.apply(fields.isNull(name) ? defaults : from);
    }

    private @Nullable Duration duration(String name, Function<QueueConfig, @Nullable Duration> value) {
        Duration given = fields.duration(name);
        return given == null ? otherwise(name, value) : given;
    }

    private Duration span(String name, Function<QueueConfig, Duration> value) {
        Duration given = fields.duration(name);
        return given == null ? otherwise(name, value) : given;
    }

    private long whole(String name, long most, Function<QueueConfig, Long> value) {
        return fields.whole(name, 0, most, otherwise(name, value));
    }

    private int small(String name, Function<QueueConfig, Integer> value) {
        return (int) whole(name, Integer.MAX_VALUE, value.andThen(Integer::longValue));
    }

    private boolean flag(String name, Function<QueueConfig, Boolean> value) {
        return fields.flag(name, otherwise(name, value));
    }

    private <E extends Enum<E>> E word(String name, Class<E> type, Function<QueueConfig, E> value) {
        E given = fields.word(name, type);
        return given == null ? otherwise(name, value) : given;
    }

    private @Nullable QueueName deadLetter() {
        String given = fields.text("deadLetter");
        return given == null ? otherwise("deadLetter", QueueConfig::deadLetter) : QueueName.of(given);
    }

    /** One duration is the same wait every time. */
    private Backoff backoff() {
        if (fields.isText("retryBackoff")) {
            Duration each = Objects.requireNonNull(fields.duration("retryBackoff"));
            return new Backoff(each, 1, each);
        }
        Fields given = fields.object("retryBackoff");
        if (given == null) {
            return otherwise("retryBackoff", QueueConfig::retryBackoff);
        }
        Backoff usual = from.retryBackoff();
        Duration initial = given.duration("initial");
        Duration longest = given.duration("longest");
        Backoff backoff = new Backoff(
                initial == null ? usual.initial() : initial,
                given.fraction("factor", usual.factor()),
                longest == null ? usual.longest() : longest);
        given.end();
        return backoff;
    }

    private Retention retention() {
        Fields given = fields.object(RETENTION);
        if (given == null) {
            return otherwise(RETENTION, QueueConfig::retention);
        }
        String policy = given.requiredText("policy");
        Retention retention = switch (policy) {
            case "interest" -> interest(given.duration("unclaimed"));
            case "limits" ->
                new Retention.Limits(
                        given.duration("age"),
                        given.whole("bytes", 1, Long.MAX_VALUE),
                        given.whole("messages", 1, Long.MAX_VALUE));
            default -> throw Bad.argument("retention.policy is interest or limits, not " + Bad.quoted(policy));
        };
        given.end();
        return retention;
    }

    private static Retention interest(@Nullable Duration unclaimed) {
        return unclaimed == null ? Retention.INTEREST : new Retention.Interest(unclaimed);
    }
}
