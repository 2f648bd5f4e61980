package dev.leat.engine.queue.codec;

import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.List;

/** Codes of enum values on disk: their order here. New values come last, none is removed. */
final class EnumCodes<T> {
    private final List<T> values;

    private EnumCodes(List<T> values) {
        this.values = values;
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // they are only copied
    static <T> EnumCodes<T> of(T... values) {
        return new EnumCodes<>(List.of(values));
    }

    void write(T value, BytesOut out) {
        int code = values.indexOf(value);
        if (code < 0) {
            throw new IllegalStateException(value + " has no code on disk");
        }
        out.u8(code);
    }

    T read(BytesIn in) {
        int code = in.u8();
        if (code >= values.size()) {
            throw new IllegalArgumentException("it has the enum code " + code + " of " + values.size() + " known ones"
                    + ": it is damaged, or a newer Leat wrote it");
        }
        return values.get(code);
    }
}
