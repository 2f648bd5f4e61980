package dev.leat.client.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object that came from the server. Null counts as absent, and what nobody asks for is passed over. */
public final class Fields {

    /** No members. */
    public static final Fields NONE = new Fields(Map.of());

    private final Map<String, Object> values;

    Fields(Map<String, Object> values) {
        this.values = values;
    }

    public Set<String> names() {
        return values.keySet();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public @Nullable String text(String name) {
        return as(name, String.class);
    }

    public String requiredText(String name) {
        return required(name, text(name));
    }

    /** A flag that is false if it is absent. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(as(name, Boolean.class));
    }

    public @Nullable Long whole(String name) {
        Number number = as(name, Number.class);
        return number == null ? null : number.longValue();
    }

    public long requiredWhole(String name) {
        return required(name, whole(name));
    }

    public @Nullable Double fraction(String name) {
        Number number = as(name, Number.class);
        return number == null ? null : number.doubleValue();
    }

    public @Nullable Fields object(String name) {
        return as(name, Fields.class);
    }

    public Fields requiredObject(String name) {
        return required(name, object(name));
    }

    /** A list of objects; empty if it is absent. */
    public List<Fields> objects(String name) {
        return list(name, Fields.class);
    }

    /** A list of strings; empty if it is absent. */
    public List<String> texts(String name) {
        return list(name, String.class);
    }

    /** A JSON text as it was written; see {@link WireAnswer#json(String)}. */
    public byte[] raw(String name) {
        return required(name, as(name, byte[].class));
    }

    private <T> List<T> list(String name, Class<T> type) {
        List<?> list = as(name, List.class);
        List<T> found = new ArrayList<>();
        for (Object value : list == null ? List.of() : list) {
            if (!type.isInstance(value)) {
                throw unfit(name);
            }
            found.add(type.cast(value));
        }
        return found;
    }

    private <T> @Nullable T as(String name, Class<T> type) {
        Object value = values.get(name);
        if (value != null && !type.isInstance(value)) {
            throw unfit(name);
        }
        return type.cast(value);
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new BadAnswer("the answer has no member " + name);
        }
        return value;
    }

    private static BadAnswer unfit(String name) {
        return new BadAnswer("the member " + name + " of the answer is of another kind than it should be");
    }
}
