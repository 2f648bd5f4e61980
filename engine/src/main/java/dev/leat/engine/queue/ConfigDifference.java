package dev.leat.engine.queue;

import dev.leat.api.QueueConfig;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** In what two configurations differ, in words. */
final class ConfigDifference {
    private ConfigDifference() {}

    /** Null if they do not. */
    static @Nullable String between(QueueConfig there, QueueConfig asked) {
        List<String> differences = new ArrayList<>();
        for (RecordComponent component : QueueConfig.class.getRecordComponents()) {
            Object is = value(component, there);
            Object would = value(component, asked);
            if (!Objects.equals(is, would)) {
                differences.add(component.getName() + " is " + is + ", not " + would);
            }
        }
        return differences.isEmpty() ? null : String.join("; ", differences);
    }

    private static @Nullable Object value(RecordComponent component, QueueConfig config) {
        try {
            return component.getAccessor().invoke(config);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
