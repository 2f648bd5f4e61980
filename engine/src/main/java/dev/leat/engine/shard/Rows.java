package dev.leat.engine.shard;

import dev.leat.storage.CorruptionException;
import dev.leat.storage.StorageException;
import dev.leat.storage.store.Store;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of the store for all features. A row that cannot be decoded, or that does not fit what was loaded before it, is a
 * {@link CorruptionException} that names the store, the key and what the row is about.
 */
public final class Rows {
    private static final int SHOWN_KEY_BYTES = 40;

    /** Decodes one row, and may put it where it belongs; throws any {@link RuntimeException} if the row is malformed. */
    @FunctionalInterface
    public interface Decoder<T extends @Nullable Object> {
        T read(byte[] key, byte[] value);
    }

    private Rows() {}

    /** Shows the rows whose keys begin with a letter, in the order of their keys. */
    public static void scan(Store store, char letter, Store.Visitor visitor) {
        scan(store, new byte[] {(byte) letter}, new byte[] {(byte) (letter + 1)}, visitor);
    }

    /** Shows the rows from a key on, up to but without another, until the visitor returns false. */
    public static void scan(Store store, byte[] from, byte[] to, Store.Visitor visitor) {
        store.scan(from, to, (key, value) -> read(store, key, value, visitor::entry));
    }

    /**
     * Returns what a decoder makes of a row.
     *
     * @throws CorruptionException if the decoder throws
     */
    public static <T extends @Nullable Object> T read(Store store, byte[] key, byte[] value, Decoder<T> decoder) {
        try {
            return decoder.read(key, value);
        } catch (StorageException e) {
            throw e;
        } catch (RuntimeException e) {
            String subject = subject(store, key);
            String shown = shown(key) + (subject.isEmpty() ? "" : " (" + subject + ")");
            CorruptionException.Row row =
                    new CorruptionException.Row(HexFormat.of().formatHex(key), subject);
            throw new CorruptionException(store.name(), row, shown, reason(e), e);
        }
    }

    /**
     * Returns what a decoder makes of a row's value, all of which it has to read.
     *
     * @throws IllegalArgumentException if the value is malformed
     */
    public static <T> T decode(byte[] value, Function<BytesIn, T> decoder) {
        try {
            BytesIn in = new BytesIn(value);
            T row = decoder.apply(in);
            in.requireEnd();
            return row;
        } catch (BufferUnderflowException | IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("it is too short or too long for its kind", e);
        }
    }

    /** Returns a key; throws {@link IllegalArgumentException} if it has another length than keys of its kind have. */
    public static byte[] requireKeyLength(byte[] key, int length) {
        if (key.length != length) {
            throw new IllegalArgumentException("its key has " + key.length + " bytes, expected " + length);
        }
        return key;
    }

    private static String reason(RuntimeException cause) {
        return switch (cause) {
            case BufferUnderflowException e -> "it is too short for its kind";
            case IndexOutOfBoundsException e -> "a number in it is out of range";
            case ArithmeticException e -> "a number in it is out of range";
            case IllegalArgumentException e -> String.valueOf(e.getMessage());
            case IllegalStateException e -> String.valueOf(e.getMessage());
            default -> cause.toString();
        };
    }

    private static String shown(byte[] key) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(key.length, SHOWN_KEY_BYTES));
        return key.length > SHOWN_KEY_BYTES ? hex + "…" : hex;
    }

    /** What a row is about; empty if its key does not tell. */
    private static String subject(Store store, byte[] key) {
        try {
            return subject(store, key.length == 0 ? 0 : key[0], ByteBuffer.wrap(key));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return "";
        }
    }

    /** The letters and what follows them are those of docs/format.md. */
    private static String subject(Store store, int letter, ByteBuffer key) {
        return switch (letter) {
            case 'A' -> "checkpoint of shard " + key.getInt(1);
            case 'B' -> "queue counter of shard " + key.getInt(1);
            case 'C' -> "consumer " + key.getLong(9) + " of " + queue(store, key);
            case 'D' -> "dedup id " + text(key, 17) + " of " + queue(store, key);
            case 'E' ->
                "entry of message " + key.getLong(13) + " in group " + key.getInt(9) + " of " + queue(store, key);
            case 'G' -> "archive segment " + key.getInt(1);
            case 'K' -> "secret " + text(key, 5);
            case 'L' -> "link " + key.getLong(9) + " of " + owner(store, 'U', "subscription", 1, key);
            case 'M' -> "message " + key.getLong(9) + " of " + queue(store, key);
            case 'N' -> "subscription counter of shard " + key.getInt(1);
            case 'P' -> "producer " + text(key, 9) + " of " + stream(store, key);
            case 'Q' -> queue(store, key);
            case 'R' -> "run of " + stream(store, key) + " that ends at " + key.getLong(9);
            case 'S' -> stream(store, key);
            case 'T' -> "task " + key.getLong(9) + " of " + queue(store, key);
            case 'U' -> owner(store, 'U', "subscription", 1, key);
            case 'V' -> "group " + key.getInt(9) + " of " + queue(store, key);
            case 'W' -> "message sizes of " + queue(store, key);
            case 'X' -> "expiry of message " + key.getLong(17) + " of " + queue(store, key);
            default -> "";
        };
    }

    private static String stream(Store store, ByteBuffer key) {
        return owner(store, 'S', "stream", 2, key);
    }

    private static String queue(Store store, ByteBuffer key) {
        return owner(store, 'Q', "queue", 1, key);
    }

    /** The name of what owns a row, read from the owner's own row as far as that can be read, else its number. */
    private static String owner(Store store, char letter, String noun, int nameAt, ByteBuffer key) {
        long number = key.getLong(1);
        try {
            byte[] row = store.get(
                    ByteBuffer.allocate(9).put((byte) letter).putLong(number).array());
            if (row != null) {
                String name = new BytesIn(ByteBuffer.wrap(row).position(nameAt)).text();
                if (!name.isEmpty() && name.chars().noneMatch(Character::isISOControl)) {
                    return noun + " " + name;
                }
            }
        } catch (RuntimeException e) {
            // the owner's row cannot be read either: its number has to do
        }
        return noun + " number " + number + " of shard " + Ids.shardOf(number);
    }

    private static String text(ByteBuffer key, int from) {
        return StandardCharsets.UTF_8.decode(key.duplicate().position(from)).toString();
    }
}
