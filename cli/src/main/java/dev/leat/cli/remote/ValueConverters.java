package dev.leat.cli.remote;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.cli.config.Durations;
import dev.leat.wire.EnumWords;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converters of the values of options and arguments. */
public final class ValueConverters {

    private ValueConverters() {}

    /** Adds them to a command line that has all its subcommands. */
    public static void addTo(CommandLine line) {
        add(line, StreamPath.class, StreamPath::of);
        add(line, QueueName.class, QueueName::of);
        add(line, GroupName.class, GroupName::of);
        add(line, ConsumerName.class, ConsumerName::of);
        add(line, DeliveryId.class, DeliveryId::of);
        add(line, MessageId.class, MessageId::of);
        add(line, Offset.class, text -> text.equals("start") ? Offset.START : Offset.of(text));
        add(line, ContentType.class, ValueConverters::contentType);
        add(line, Duration.class, ValueConverters::duration);
        add(line, Instant.class, ValueConverters::moment);
        words(line, QueueConfig.Mode.class);
        words(line, QueueConfig.Exhausted.class);
        words(line, QueueConfig.Expired.class);
        words(line, QueueConfig.DedupScope.class);
        words(line, QueueConfig.Full.class);
        words(line, PurgeScope.class);
        words(line, MessageInfo.State.class);
        words(line, Provenance.Reason.class);
    }

    /** Adds a converter. The message of an exception about an invalid value is shown to the user. */
    private static <T> void add(CommandLine line, Class<T> type, Function<String, T> reading) {
        line.registerConverter(type, text -> {
            try {
                return reading.apply(text);
            } catch (IllegalArgumentException | RejectedException e) {
                throw new TypeConversionException(e.getMessage());
            }
        });
    }

    private static ContentType contentType(String text) {
        return switch (text) {
            case "json" -> ContentType.JSON;
            case "text" -> ContentType.TEXT;
            case "bytes" -> ContentType.BYTES;
            default -> new ContentType(text);
        };
    }

    private static Duration duration(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is no duration; 500ms, 30s, 5m, 2h and 7d are", e);
        }
    }

    private static Instant moment(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + text + "' is no moment such as 2030-01-31T12:00:00Z", e);
        }
    }

    /** Adds a converter that accepts the words of the answers, and the names of the constants, which completion scripts use. */
    private static <E extends Enum<E>> void words(CommandLine line, Class<E> type) {
        add(
                line,
                type,
                text -> Stream.of(type.getEnumConstants())
                        .filter(constant -> plain(constant.name()).equals(plain(text)))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is none of "
                                + Stream.of(type.getEnumConstants())
                                        .map(EnumWords::of)
                                        .collect(Collectors.joining(", ")))));
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
    }
}
