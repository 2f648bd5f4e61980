package dev.leat.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object that was received. A member that is null counts as absent, except for {@link #isNull}. After all known
 * members are read, {@link #end} refuses the others: a misspelt option of a request would have no effect otherwise.
 */
public final class JsonObject {
    private static final int LONGEST_QUOTE = 80;

    private final String path;
    private final Map<String, Object> values;
    private final JsonFaults faults;
    private final Set<String> known = new LinkedHashSet<>();

    /** The value of a member that is null. */
    enum Null {
        NULL
    }

    /**
     * A JSON value as it was written.
     *
     * @param text the value if it is a string, without quotes and escapes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Raw(byte[] bytes, @Nullable String text) {}

    /** @param path what stands before the names of members in messages: empty, or ending with a dot */
    JsonObject(String path, Map<String, Object> values, JsonFaults faults) {
        this.path = path;
        this.values = values;
        this.faults = faults;
    }

    /** Returns an object without members. */
    public static JsonObject empty(JsonFaults faults) {
        return new JsonObject("", Map.of(), faults);
    }

    /** Returns a text of the other side in quotes, short enough for a message. */
    public static String quoted(String text) {
        return "'" + (text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text) + "'";
    }

    /** Returns the name of a member with its path, for messages. */
    public String at(String name) {
        return path + name;
    }

    /** Returns the exception for a member whose value cannot be. */
    public RuntimeException invalid(String reason) {
        return faults.invalid(reason);
    }

    /** Makes a value from members. If it refuses its arguments, its message is the reason of {@link #invalid}. */
    public <T> T checked(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw invalid(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the names of all members. */
    public Set<String> names() {
        return values.keySet();
    }

    /** Returns whether there is such a member, even if it is null. */
    public boolean has(String name) {
        known.add(name);
        return values.containsKey(name);
    }

    /** Returns whether the member is there and null. */
    public boolean isNull(String name) {
        return has(name) && values.get(name) == Null.NULL;
    }

    /** Returns whether the member is a string. */
    public boolean isText(String name) {
        return has(name) && values.get(name) instanceof String;
    }

    /** Returns the name of the only member. */
    public String onlyName() {
        if (values.size() != 1) {
            throw invalid((path.isEmpty() ? "the body" : path.substring(0, path.length() - 1))
                    + " is an object with one member, not " + values.size());
        }
        return values.keySet().iterator().next();
    }

    /** Returns a string; null if it is absent. */
    public @Nullable String text(String name) {
        return as(name, String.class, "a string");
    }

    /** Returns a string; throws {@link #invalid} if it is absent. */
    public String requiredText(String name) {
        return required(name, text(name));
    }

    /** Returns a boolean; the given value if it is absent. */
    public boolean flag(String name, boolean otherwise) {
        Boolean flag = as(name, Boolean.class, "true or false");
        return flag == null ? otherwise : flag;
    }

    /** Returns a whole number; null if it is absent. */
    public @Nullable Long whole(String name) {
        return as(name, Long.class, "a whole number");
    }

    /** Returns a whole number within bounds; null if it is absent. */
    public @Nullable Long whole(String name, long least, long most) {
        Long whole = whole(name);
        if (whole != null && (whole < least || whole > most)) {
            throw invalid(at(name) + " is from " + least + " to " + most + ", not " + whole);
        }
        return whole;
    }

    /** Returns a whole number within bounds; the given value if it is absent. */
    public long whole(String name, long least, long most, long otherwise) {
        Long whole = whole(name, least, most);
        return whole == null ? otherwise : whole;
    }

    /** Returns a whole number; throws {@link #invalid} if it is absent. */
    public long requiredWhole(String name) {
        return required(name, whole(name));
    }

    /** Returns a whole number that is an int; throws {@link #invalid} if it is absent. */
    public int requiredInt(String name) {
        return required(name, whole(name, Integer.MIN_VALUE, Integer.MAX_VALUE)).intValue();
    }

    /** Returns an int within bounds; the given value if it is absent. */
    public int integer(String name, int least, int most, int otherwise) {
        return (int) whole(name, least, most, otherwise);
    }

    /** Returns a number; the given value if it is absent. */
    public double fraction(String name, double otherwise) {
        Number number = as(name, Number.class, "a number");
        return number == null ? otherwise : number.doubleValue();
    }

    /** Returns a duration; null if it is absent. */
    public @Nullable Duration duration(String name) {
        String text = as(name, String.class, "a duration such as \"30s\"");
        return text == null
                ? null
                : checked(() ->
                        faults.isStrict() ? TimeText.duration(at(name), text) : TimeText.anyDuration(at(name), text));
    }

    /** Returns a duration; throws {@link #invalid} if it is absent. */
    public Duration requiredDuration(String name) {
        return required(name, duration(name));
    }

    /** Returns a moment; null if it is absent. */
    public @Nullable Instant instant(String name) {
        String text = as(name, String.class, "a moment such as \"2030-01-31T12:00:00Z\"");
        return text == null
                ? null
                : checked(() ->
                        faults.isStrict() ? TimeText.instant(at(name), text) : TimeText.anyInstant(at(name), text));
    }

    /** Returns a moment; throws {@link #invalid} if it is absent. */
    public Instant requiredInstant(String name) {
        return required(name, instant(name));
    }

    /** Returns the enum constant whose word the member is. */
    public <E extends Enum<E>> @Nullable E word(String name, Class<E> type) {
        String text = text(name);
        return text == null ? null : checked(() -> EnumWords.parse(at(name), type, text));
    }

    /** Returns the enum constant whose word the member is; throws {@link #invalid} if it is absent. */
    public <E extends Enum<E>> E requiredWord(String name, Class<E> type) {
        return required(name, word(name, type));
    }

    /** Returns an object; null if it is absent. */
    public @Nullable JsonObject object(String name) {
        return as(name, JsonObject.class, "an object");
    }

    /** Returns an object; throws {@link #invalid} if it is absent. */
    public JsonObject requiredObject(String name) {
        return required(name, object(name));
    }

    /** Returns a list of strings; empty if the member is absent. */
    public List<String> texts(String name) {
        return list(name, String.class, "a list of strings");
    }

    /** Returns a list of objects; empty if the member is absent. */
    public List<JsonObject> objects(String name) {
        return list(name, JsonObject.class, "a list of objects");
    }

    /** Returns a list of objects; throws {@link #invalid} if it is absent. */
    public List<JsonObject> requiredObjects(String name) {
        return requiredList(name, JsonObject.class, "a list of objects");
    }

    /** Returns a list of whole numbers; throws {@link #invalid} if it is absent. */
    public List<Long> requiredWholes(String name) {
        return requiredList(name, Long.class, "a list of whole numbers");
    }

    /** Returns an object whose members are strings as a map; empty if it is absent. */
    public Map<String, String> textMap(String name) {
        JsonObject object = object(name);
        Map<String, String> map = new LinkedHashMap<>();
        if (object != null) {
            for (String key : object.values.keySet()) {
                map.put(key, object.requiredText(key));
            }
        }
        return map;
    }

    @Nullable
    Raw raw(String name) {
        return as(name, Raw.class, "a JSON value");
    }

    /** Returns the bytes of a member that {@link JsonReader} kept as it was written. */
    public byte[] requiredRaw(String name) {
        return required(name, raw(name)).bytes();
    }

    /** Refuses members that were not read, if the faults are strict: an answer can have members of a newer version. */
    public void end() {
        if (!faults.isStrict()) {
            return;
        }
        List<String> unknown =
                values.keySet().stream().filter(name -> !known.contains(name)).toList();
        if (!unknown.isEmpty()) {
            throw invalid(
                    unknown.stream().limit(10).map(name -> quoted(at(name))).collect(Collectors.joining(", "))
                            + (unknown.size() == 1 ? " is not known" : " are not known") + "; known are "
                            + String.join(", ", known));
        }
    }

    private <T> List<T> requiredList(String name, Class<T> type, String words) {
        if (!has(name)) {
            throw invalid(at(name) + " is missing");
        }
        return list(name, type, words);
    }

    private <T> List<T> list(String name, Class<T> type, String words) {
        List<?> list = as(name, List.class, words);
        List<T> found = new ArrayList<>();
        for (Object value : list == null ? List.of() : list) {
            if (!type.isInstance(value)) {
                throw invalid(at(name) + " must be " + words);
            }
            found.add(type.cast(value));
        }
        return found;
    }

    private <T> @Nullable T as(String name, Class<T> type, String words) {
        known.add(name);
        Object value = values.get(name);
        if (value == null || value == Null.NULL) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw invalid(at(name) + " must be " + words);
        }
        return type.cast(value);
    }

    private <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw invalid(at(name) + " is missing");
        }
        return value;
    }
}
