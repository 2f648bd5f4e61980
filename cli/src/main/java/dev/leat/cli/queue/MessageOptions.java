package dev.leat.cli.queue;

import dev.leat.api.ContentType;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.NewMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a message. */
final class MessageOptions {

    @Option(
            names = "--content-type",
            paramLabel = "TYPE",
            defaultValue = "text",
            description = "What it is: json, text, bytes or any other content type (${DEFAULT-VALUE}).")
    private ContentType contentType = ContentType.TEXT;

    @Option(names = "--key", paramLabel = "KEY", description = "Messages of one key are delivered one after the other.")
    private @Nullable String key;

    @Option(
            names = "--priority",
            paramLabel = "0-9",
            defaultValue = "4",
            description = "In queues that have priorities: the highest first (${DEFAULT-VALUE}).")
    private int priority;

    @Option(names = "--delay", paramLabel = "DURATION", description = "How long until it can be received.")
    private @Nullable Duration delay;

    @Option(names = "--not-before", paramLabel = "MOMENT", description = "When it can be received.")
    private @Nullable Instant notBefore;

    @Option(names = "--ttl", paramLabel = "DURATION", description = "How long it lives, else what the queue says.")
    private @Nullable Duration ttl;

    @Option(
            names = "--dedup-id",
            paramLabel = "ID",
            description =
                    "A second message of the same id within the queue's window is not enqueued. Not with --lines.")
    private @Nullable String dedupId;

    @Option(
            names = "--max-attempts",
            paramLabel = "COUNT",
            description = "How often it is delivered, else what the queue says.")
    private @Nullable Integer maxAttempts;

    @Option(
            names = "--groups",
            paramLabel = "GROUP",
            split = ",",
            description = "Which groups of a fan-out queue are to see it; else all.")
    private List<GroupName> groups = List.of();

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "Handed on with it; may be given more than once.")
    private Map<String, String> headers = new LinkedHashMap<>();

    boolean hasDedupId() {
        return dedupId != null;
    }

    /**
     * Returns the message.
     *
     * @throws IllegalArgumentException if the options are not valid together
     */
    NewMessage message(byte[] payload) {
        return new NewMessage(
                payload,
                contentType,
                key,
                priority,
                notBefore,
                delay,
                ttl,
                dedupId,
                maxAttempts,
                Set.copyOf(groups),
                headers);
    }
}
