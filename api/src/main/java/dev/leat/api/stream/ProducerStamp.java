package dev.leat.api.stream;

/**
 * The identity of one append: the producer, its epoch, and the number of the append in that epoch, from 0. Repeating a stamp
 * repeats nothing; an older epoch is fenced off.
 */
public record ProducerStamp(String id, long epoch, long seq) {

    /** The largest epoch and seq: what every language can hold in a number. */
    public static final long MAX = (1L << 53) - 1;

    /** The longest id, in characters. */
    public static final int MAX_ID_LENGTH = 256;

    public ProducerStamp {
        if (id.isEmpty() || id.length() > MAX_ID_LENGTH) {
            throw new IllegalArgumentException("a producer id has 1 to " + MAX_ID_LENGTH + " characters");
        }
        if (epoch < 0 || epoch > MAX || seq < 0 || seq > MAX) {
            throw new IllegalArgumentException("epoch and seq lie between 0 and 2^53 - 1: " + epoch + ", " + seq);
        }
    }
}
