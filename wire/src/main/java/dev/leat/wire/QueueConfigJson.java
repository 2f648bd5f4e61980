package dev.leat.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import java.io.IOException;

/** The configuration of a queue in JSON: its mode and the fields of {@link QueueConfigFields}. */
public final class QueueConfigJson {
    private static final String MODE = "mode";

    private QueueConfigJson() {}

    /** Reads a whole configuration. Members that are absent have their default. */
    public static QueueConfig read(JsonObject fields) {
        Mode given = fields.word(MODE, Mode.class);
        QueueConfig defaults = defaults(given == null ? Mode.WORK : given);
        return change(fields, defaults, defaults);
    }

    /** Returns a configuration with changes. Members that are absent stay as they are; those that are null have their default. */
    public static QueueConfig change(QueueConfig from, JsonObject fields) {
        Mode given = fields.word(MODE, Mode.class);
        if (given != null && given != from.mode()) {
            throw fields.invalid("the mode of a queue cannot change");
        }
        return change(fields, from, defaults(from.mode()));
    }

    private static QueueConfig defaults(Mode mode) {
        return mode == Mode.FANOUT ? QueueConfig.fanout() : QueueConfig.work();
    }

    private static QueueConfig change(JsonObject fields, QueueConfig from, QueueConfig defaults) {
        QueueConfig config = fields.checked(() -> {
            QueueConfigBuilder changed = from.toBuilder();
            for (QueueConfigField<?> field : QueueConfigFields.all()) {
                field.read(fields, from, defaults, changed);
            }
            return changed.build();
        });
        fields.end();
        return config;
    }

    /** Writes an object with every field that has a value. */
    public static void write(JsonGenerator json, QueueConfig config) throws IOException {
        json.writeStartObject();
        writeMembers(json, config);
        json.writeEndObject();
    }

    /** Writes every field that has a value, into an object that was begun. */
    public static void writeMembers(JsonGenerator json, QueueConfig config) throws IOException {
        JsonMembers.word(json, MODE, config.mode());
        for (QueueConfigField<?> field : QueueConfigFields.all()) {
            field.write(json, config);
        }
    }

    /** Writes every field for a change, into an object that was begun: those without a value as null, since an absent one would stay. */
    public static void writeChange(JsonGenerator json, QueueConfig config) throws IOException {
        writeMembers(json, config);
        for (QueueConfigField<?> field : QueueConfigFields.all()) {
            if (!field.isPresent(config)) {
                json.writeNullField(field.name());
            }
        }
    }
}
