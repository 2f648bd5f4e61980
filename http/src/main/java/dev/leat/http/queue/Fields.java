package dev.leat.http.queue;

import dev.leat.http.exchange.ProblemException;
import dev.leat.http.queue.JsonBody.Null;
import dev.leat.http.queue.JsonBody.Raw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object that a client sent. Null counts as absent. Whoever has read all that there can be calls
 * {@link #end}, which refuses what nobody asked for: a misspelt option would be silently without effect otherwise.
 */
final class Fields {
    private final String at;
    private final Map<String, Object> values;
    private final List<String> asked = new ArrayList<>();

    /** @param at what stands before the names in messages */
    Fields(String at, Map<String, Object> values) {
        this.at = at;
        this.values = values;
    }

    /** Where it is in the body, for messages. */
    String at(String name) {
        return at + name;
    }

    boolean has(String name) {
        asked.add(name);
        return values.containsKey(name);
    }

    boolean isNull(String name) {
        return has(name) && values.get(name) == Null.NULL;
    }

    /** The only name of an object that has one. */
    String onlyName() {
        if (values.size() != 1) {
            throw Bad.argument((at.isEmpty() ? "the body" : at.substring(0, at.length() - 1))
                    + " is an object with one member, not " + values.size());
        }
        return values.keySet().iterator().next();
    }

    @Nullable
    String text(String name) {
        return as(name, String.class, "a string");
    }

    String requiredText(String name) {
        return required(name, text(name));
    }

    boolean flag(String name, boolean otherwise) {
        Boolean flag = as(name, Boolean.class, "true or false");
        return flag == null ? otherwise : flag;
    }

    long whole(String name, long least, long most, long otherwise) {
        Long whole = whole(name, least, most);
        return whole == null ? otherwise : whole;
    }

    @Nullable
    Long whole(String name, long least, long most) {
        Long whole = as(name, Long.class, "a whole number");
        if (whole != null && (whole < least || whole > most)) {
            throw Bad.argument(at(name) + " is from " + least + " to " + most + ", not " + whole);
        }
        return whole;
    }

    int small(String name, int least, int most, int otherwise) {
        return (int) whole(name, least, most, otherwise);
    }

    double fraction(String name, double otherwise) {
        Number number = as(name, Number.class, "a number");
        return number == null ? otherwise : number.doubleValue();
    }

    @Nullable
    Duration duration(String name) {
        String text = as(name, String.class, "a duration such as \"30s\"");
        return text == null ? null : Durations.parse(at(name), text);
    }

    @Nullable
    Instant moment(String name) {
        String text = as(name, String.class, "a moment such as \"2030-01-31T12:00:00Z\"");
        return text == null ? null : Durations.moment(at(name), text);
    }

    <E extends Enum<E>> @Nullable E word(String name, Class<E> type) {
        String text = text(name);
        return text == null ? null : Words.parse(at(name), type, text);
    }

    @Nullable
    Fields object(String name) {
        return as(name, Fields.class, "an object");
    }

    Fields requiredObject(String name) {
        return required(name, object(name));
    }

    boolean isText(String name) {
        return has(name) && values.get(name) instanceof String;
    }

    @Nullable
    Raw raw(String name) {
        return as(name, Raw.class, "a JSON value");
    }

    List<String> texts(String name) {
        return list(name, String.class, "a list of strings");
    }

    List<Fields> requiredObjects(String name) {
        return requiredList(name, Fields.class, "a list of objects");
    }

    List<Long> requiredWholes(String name) {
        return requiredList(name, Long.class, "a list of whole numbers");
    }

    private <T> List<T> requiredList(String name, Class<T> type, String words) {
        if (!has(name)) {
            throw Bad.argument(at(name) + " is missing");
        }
        return list(name, type, words);
    }

    /** An object whose members are strings. */
    Map<String, String> textMap(String name) {
        Fields object = object(name);
        Map<String, String> map = new LinkedHashMap<>();
        if (object != null) {
            for (String key : object.values.keySet()) {
                map.put(key, object.requiredText(key));
            }
        }
        return map;
    }

    /** Refuses members that nobody asked for. */
    void end() {
        for (String name : values.keySet()) {
            if (!asked.contains(name)) {
                throw unknown();
            }
        }
    }

    private ProblemException unknown() {
        List<String> unknown =
                values.keySet().stream().filter(name -> !asked.contains(name)).toList();
        return Bad.argument(
                unknown.stream().limit(10).map(name -> Bad.quoted(at(name))).collect(Collectors.joining(", "))
                        + (unknown.size() == 1 ? " is not known" : " are not known") + "; known are "
                        + String.join(", ", new LinkedHashSet<>(asked)));
    }

    private <T> List<T> list(String name, Class<T> type, String words) {
        List<?> list = as(name, List.class, words);
        List<T> found = new ArrayList<>();
        for (Object value : list == null ? List.of() : list) {
            if (!type.isInstance(value)) {
                throw Bad.argument(at(name) + " must be " + words);
            }
            found.add(type.cast(value));
        }
        return found;
    }

    private <T> @Nullable T as(String name, Class<T> type, String words) {
        asked.add(name);
        Object value = values.get(name);
        if (value == null || value == Null.NULL) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw Bad.argument(at(name) + " must be " + words);
        }
        return type.cast(value);
    }

    private <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw Bad.argument(at(name) + " is missing");
        }
        return value;
    }
}
