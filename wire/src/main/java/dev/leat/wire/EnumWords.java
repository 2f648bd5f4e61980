package dev.leat.wire;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Enum constants in JSON, in URLs and on the command line: {@code LEASE_EXPIRED} is {@code leaseExpired}. */
public final class EnumWords {

    private EnumWords() {}

    /** Returns the word for a constant. */
    public static String of(Enum<?> constant) {
        StringBuilder word = new StringBuilder();
        for (String part : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            word.append(word.length() == 0 ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return word.toString();
    }

    /**
     * Returns the constant with this word.
     *
     * @param name the name of the value in the exception's message
     * @throws IllegalArgumentException if there is none
     */
    public static <E extends Enum<E>> E parse(String name, Class<E> type, String word) {
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(name + " is one of " + all(type, ", ") + ", not " + JsonObject.quoted(word));
    }

    /** Returns the words of all constants in their order. */
    public static String all(Class<? extends Enum<?>> type, String separator) {
        return Stream.of(type.getEnumConstants()).map(EnumWords::of).collect(Collectors.joining(separator));
    }
}
