package dev.leat.cli.queue;

import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.Retention;
import dev.leat.cli.config.Durations;
import dev.leat.wire.EnumWords;
import dev.leat.wire.QueueConfigField;
import dev.leat.wire.QueueConfigFields;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a queue's configuration, one for each field in {@link QueueConfigFields}. The mode and the retention, whose parts are
 * options of their own, are added here.
 */
final class ConfigOptions {
    private final CommandSpec spec = CommandSpec.create();
    private final Map<QueueConfigField<?>, OptionSpec> options = new LinkedHashMap<>();
    private final OptionSpec mode = add(OptionSpec.builder("--mode")
            .paramLabel(EnumWords.all(QueueConfig.Mode.class, "|"))
            .type(QueueConfig.Mode.class)
            .defaultValue("work")
            .description("Whether consumers share the messages, or each group gets all of them (${DEFAULT-VALUE})."));
    private final OptionSpec retentionUnclaimed;
    private final OptionSpec retentionAge;
    private final OptionSpec retentionBytes;
    private final OptionSpec retentionMessages;

    ConfigOptions() {
        addFields(false);
        addFields(true);
        retentionUnclaimed = add(duration("--retention-unclaimed")
                .description("How long messages of a fan-out queue stay while it has no group (7d)."));
        retentionAge = add(duration("--retention-age")
                .description("Keep the messages of a fan-out queue for replay until they are so old."));
        retentionBytes =
                add(count("--retention-bytes").description("Keep them for replay until there are so many bytes."));
        retentionMessages =
                add(count("--retention-messages").description("Keep them for replay until there are so many."));
    }

    /** @param composed whether those fields are added whose value has several parts; they are the last in the help */
    private void addFields(boolean composed) {
        for (QueueConfigField<?> field : QueueConfigFields.all()) {
            String help = field.optionHelp();
            if (help != null && composed == isComposed(field)) {
                OptionSpec.Builder option =
                        OptionSpec.builder(field.optionName()).description(help);
                options.put(
                        field, add(field.type() == Boolean.class ? option.type(boolean.class) : valued(option, field)));
            }
        }
    }

    private static boolean isComposed(QueueConfigField<?> field) {
        return field.type() == Backoff.class;
    }

    private static OptionSpec.Builder valued(OptionSpec.Builder option, QueueConfigField<?> field) {
        return option.paramLabel(field.optionLabel()).type(isComposed(field) ? String.class : field.type());
    }

    private static OptionSpec.Builder duration(String name) {
        return OptionSpec.builder(name).paramLabel("DURATION").type(Duration.class);
    }

    private static OptionSpec.Builder count(String name) {
        return OptionSpec.builder(name).paramLabel("COUNT").type(Long.class);
    }

    private OptionSpec add(OptionSpec.Builder builder) {
        OptionSpec option = builder.build();
        spec.addOption(option);
        return option;
    }

    CommandSpec spec() {
        return spec;
    }

    /** @throws IllegalArgumentException if the values together are not a configuration */
    QueueConfig config() {
        QueueConfig.Mode given = mode.getValue();
        QueueConfigBuilder config = QueueConfig.builder(given);
        options.forEach((field, option) -> {
            Object value = option.getValue();
            if (value != null) {
                field.set(config, isComposed(field) ? backoff(value.toString()) : value);
            }
        });
        Retention retention = retention();
        if (retention != null) {
            config.retention(retention);
        }
        return config.build();
    }

    private static Backoff backoff(String text) {
        try {
            return backoff(List.of(text.split(",", -1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a backoff is 5s, or 1s,2,5m; not " + text, e);
        }
    }

    private static Backoff backoff(List<String> parts) {
        return switch (parts.size()) {
            case 1 -> new Backoff(Durations.parse(parts.get(0)), 1, Durations.parse(parts.get(0)));
            case 3 ->
                new Backoff(
                        Durations.parse(parts.get(0)), Double.parseDouble(parts.get(1)), Durations.parse(parts.get(2)));
            default -> throw new IllegalArgumentException("not three parts");
        };
    }

    private @Nullable Retention retention() {
        Duration unclaimed = retentionUnclaimed.getValue();
        Duration age = retentionAge.getValue();
        Long bytes = retentionBytes.getValue();
        Long messages = retentionMessages.getValue();
        boolean limited = age != null || bytes != null || messages != null;
        if (limited && unclaimed != null) {
            throw new IllegalArgumentException("messages that are kept for replay stay, claimed or not");
        }
        if (limited) {
            return new Retention.Limits(age, bytes, messages);
        }
        return unclaimed == null ? null : new Retention.Interest(unclaimed);
    }
}
