package dev.leat.wire;

import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table of the fields of a queue's configuration, in the order in which they are written. The JSON, changes by PATCH, the options
 * and help of {@code leat queue create} and the HTTP reference follow from it. The mode is not in it: it decides the defaults of the
 * others and cannot change.
 */
public final class QueueConfigFields {

    private static final List<QueueConfigField<?>> ALL = List.of(
            field(
                    "lease",
                    QueueConfigField.DURATION,
                    QueueConfig::lease,
                    QueueConfigBuilder::lease,
                    "How long a delivery belongs to its consumer, unless the receive says otherwise.",
                    "How long a delivery belongs to its consumer"),
            field(
                    "longestLease",
                    QueueConfigField.DURATION,
                    QueueConfig::longestLease,
                    QueueConfigBuilder::longestLease,
                    "How long extending can keep a delivery in all.",
                    "How long extending can keep a delivery in all"),
            field(
                    "maxAttempts",
                    QueueConfigField.integer(0, Integer.MAX_VALUE),
                    QueueConfig::maxAttempts,
                    QueueConfigBuilder::maxAttempts,
                    "How often a message is delivered before it is a dead letter; 0 for no limit.",
                    "How often a message is delivered before it is a dead letter; 0 for no limit"),
            field(
                    "maxReleases",
                    QueueConfigField.integer(0, Integer.MAX_VALUE),
                    QueueConfig::maxReleases,
                    QueueConfigBuilder::maxReleases,
                    "How many releases give the attempt back; with 0 none does.",
                    "How many releases give the attempt back; with 0 none does"),
            field(
                    "deadLetter",
                    QueueConfigField.QUEUE,
                    QueueConfig::deadLetter,
                    QueueConfigBuilder::deadLetter,
                    "The queue where messages go that are out of attempts.",
                    "Where messages go that are out of attempts"),
            field(
                    "exhausted",
                    QueueConfigField.word(QueueConfig.Exhausted.class),
                    QueueConfig::exhausted,
                    QueueConfigBuilder::exhausted,
                    "What becomes of messages that are out of attempts where there is no dead-letter queue.",
                    "What becomes of them without such a queue"),
            field(
                    "retryBackoff",
                    QueueConfigField.BACKOFF,
                    QueueConfig::retryBackoff,
                    QueueConfigBuilder::retryBackoff,
                    "",
                    "How long a message waits after a nack that names no delay; one duration is the same each time"),
            field(
                    "expiryBackoff",
                    QueueConfigField.DURATION,
                    QueueConfig::expiryBackoff,
                    QueueConfigBuilder::expiryBackoff,
                    "How long a message waits after its lease expired.",
                    "How long a message waits after its lease expired"),
            field(
                    "priority",
                    QueueConfigField.FLAG,
                    QueueConfig::priority,
                    QueueConfigBuilder::priority,
                    "Whether messages have priorities from 0 to 9, the highest first; then they have no keys. Cannot change.",
                    "Messages have priorities from 0 to 9, and no keys"),
            field(
                    "ttl",
                    QueueConfigField.DURATION,
                    QueueConfig::ttl,
                    QueueConfigBuilder::ttl,
                    "How long messages live that name no time; without it for ever.",
                    "How long messages live that name no time",
                    "for ever"),
            field(
                    "expired",
                    QueueConfigField.word(QueueConfig.Expired.class),
                    QueueConfig::expired,
                    QueueConfigBuilder::expired,
                    "What becomes of messages whose time is over.",
                    "What becomes of those whose time is over"),
            field(
                    "dedupWindow",
                    QueueConfigField.DURATION,
                    QueueConfig::dedupWindow,
                    QueueConfigBuilder::dedupWindow,
                    "How long a dedup id is remembered.",
                    "How long a dedup id is remembered"),
            field(
                    "contentDedup",
                    QueueConfigField.FLAG,
                    QueueConfig::contentDedup,
                    QueueConfigBuilder::contentDedup,
                    "Whether messages without a dedup id get one from their payload.",
                    "Messages without a dedup id get one from their payload"),
            field(
                    "dedupScope",
                    QueueConfigField.word(QueueConfig.DedupScope.class),
                    QueueConfig::dedupScope,
                    QueueConfigBuilder::dedupScope,
                    "Among which messages a dedup id is unique.",
                    "Among which messages a dedup id is unique"),
            field(
                    "maxMessages",
                    QueueConfigField.LONG,
                    QueueConfig::maxMessages,
                    QueueConfigBuilder::maxMessages,
                    "How many messages it holds, whatever their state. More at once are refused with 400.",
                    "How many messages it holds; 0 for no limit"),
            field(
                    "maxBytes",
                    QueueConfigField.LONG,
                    QueueConfig::maxBytes,
                    QueueConfigBuilder::maxBytes,
                    "How many bytes of payload it holds. More at once are refused with 413.",
                    "How many bytes of payload it holds; 0 for no limit"),
            field(
                    "full",
                    QueueConfigField.word(QueueConfig.Full.class),
                    QueueConfig::full,
                    QueueConfigBuilder::full,
                    "What becomes of a message that finds it full.",
                    "What becomes of a message that finds it full"),
            field(
                    "fullWait",
                    QueueConfigField.DURATION,
                    QueueConfig::fullWait,
                    QueueConfigBuilder::fullWait,
                    "How long a message waits for room, if so asked.",
                    "How long it waits for room, if so"),
            field(
                    "retention",
                    QueueConfigField.RETENTION,
                    QueueConfig::retention,
                    QueueConfigBuilder::retention,
                    "",
                    null),
            field(
                    "keyBatch",
                    QueueConfigField.integer(1, 1000),
                    QueueConfig::keyBatch,
                    QueueConfigBuilder::keyBatch,
                    "How many messages of one key a receive may take at once.",
                    "How many messages of one key a receive may take at once"),
            field(
                    "parkHoldsKey",
                    QueueConfigField.FLAG,
                    QueueConfig::parkHoldsKey,
                    QueueConfigBuilder::parkHoldsKey,
                    "Whether a parked message holds back the others of its key.",
                    "A parked message holds back the others of its key"),
            field(
                    "fair",
                    QueueConfigField.FLAG,
                    QueueConfig::fair,
                    QueueConfigBuilder::fair,
                    "Whether keys take turns.",
                    "Keys take turns"),
            field(
                    "ageStep",
                    QueueConfigField.DURATION,
                    QueueConfig::ageStep,
                    QueueConfigBuilder::ageStep,
                    "After how long of waiting a message counts as one priority higher; without it never.",
                    "After how long of waiting a message counts as one priority higher",
                    "never"),
            field(
                    "maxLeases",
                    QueueConfigField.integer(0, Integer.MAX_VALUE),
                    QueueConfig::maxLeases,
                    QueueConfigBuilder::maxLeases,
                    "How many deliveries a group can have at once.",
                    "How many deliveries a group can have at once; 0 for no limit"),
            field(
                    "maxLeasesPerConsumer",
                    QueueConfigField.integer(0, Integer.MAX_VALUE),
                    QueueConfig::maxLeasesPerConsumer,
                    QueueConfigBuilder::maxLeasesPerConsumer,
                    "How many one consumer can have at once.",
                    "How many one consumer can have at once; 0 for no limit"),
            field(
                    "maxWaiters",
                    QueueConfigField.integer(0, Integer.MAX_VALUE),
                    QueueConfig::maxWaiters,
                    QueueConfigBuilder::maxWaiters,
                    "How many receives can wait at once.",
                    "How many receives can wait at once; 0 for no limit"),
            field(
                    "strictLease",
                    QueueConfigField.FLAG,
                    QueueConfig::strictLease,
                    QueueConfigBuilder::strictLease,
                    "Whether the ack of a lease that ended is refused even if no other consumer got the message.",
                    "The ack of a lease that ended is refused even if no other consumer got the message"),
            field(
                    "autoCreateGroups",
                    QueueConfigField.FLAG,
                    QueueConfig::autoCreateGroups,
                    QueueConfigBuilder::autoCreateGroups,
                    "Whether a receive makes the group that it names, at the head.",
                    "A receive makes the group that it names, at the head"),
            field(
                    "groupIdleExpiry",
                    QueueConfigField.DURATION,
                    QueueConfig::groupIdleExpiry,
                    QueueConfigBuilder::groupIdleExpiry,
                    "After how long without consumers and leases a group goes; without it never.",
                    "After how long without consumers and leases a group goes",
                    "never"),
            field(
                    "releaseOnExpire",
                    QueueConfigField.FLAG,
                    QueueConfig::releaseOnExpire,
                    QueueConfigBuilder::releaseOnExpire,
                    "Whether the leases of a consumer whose presence expired end at once, with their attempts spent.",
                    "The leases of a consumer whose presence expired end at once, with their attempts spent"));

    private QueueConfigFields() {}

    /** Returns all fields, in the order of the documentation. */
    public static List<QueueConfigField<?>> all() {
        return ALL;
    }

    private static <T> QueueConfigField<T> field(
            String name,
            QueueConfigField.Form<T> form,
            QueueConfigField.Getter<T> getter,
            QueueConfigField.Setter<T> setter,
            String description,
            @Nullable String help) {
        return new QueueConfigField<>(name, form, getter, setter, description, help, null);
    }

    private static <T> QueueConfigField<T> field(
            String name,
            QueueConfigField.Form<T> form,
            QueueConfigField.Getter<T> getter,
            QueueConfigField.Setter<T> setter,
            String description,
            String help,
            String absentText) {
        return new QueueConfigField<>(name, form, getter, setter, description, help, absentText);
    }

    /** Returns the properties of the OpenAPI schema, each in a line. */
    public static String openApi(String indent) {
        return ALL.stream().map(field -> indent + field.openApi()).collect(Collectors.joining("\n"));
    }
}
