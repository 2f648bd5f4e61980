package dev.leat.client.queue;

import dev.leat.client.wire.BadAnswer;
import dev.leat.client.wire.Fields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Constants as the server writes them: {@code LEASE_EXPIRED} is {@code leaseExpired}. */
final class Words {

    private Words() {}

    static String of(Enum<?> constant) {
        StringBuilder word = new StringBuilder();
        for (String part : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            word.append(word.length() == 0 ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return word.toString();
    }

    /** Null if the member is absent. */
    static <E extends Enum<E>> @Nullable E find(Fields fields, String name, Class<E> type) {
        String text = fields.text(name);
        return text == null ? null : parse(name, text, type);
    }

    static <E extends Enum<E>> E read(Fields fields, String name, Class<E> type) {
        return parse(name, fields.requiredText(name), type);
    }

    private static <E extends Enum<E>> E parse(String name, String text, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(text)) {
                return constant;
            }
        }
        throw new BadAnswer(name + " is '" + text + "', which is not known here");
    }
}
