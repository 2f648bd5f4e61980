package dev.leat.http.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Constants as clients write them: {@code LEASE_EXPIRED} is {@code leaseExpired}. */
public final class Words {

    private Words() {}

    public static String of(Enum<?> constant) {
        StringBuilder word = new StringBuilder();
        for (String part : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            word.append(word.isEmpty() ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return word.toString();
    }

    static <E extends Enum<E>> E parse(String name, Class<E> type, String text) {
        List<String> words = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(text)) {
                return constant;
            }
            words.add(of(constant));
        }
        throw Bad.argument(name + " is one of " + String.join(", ", words) + ", not " + Bad.quoted(text));
    }
}
