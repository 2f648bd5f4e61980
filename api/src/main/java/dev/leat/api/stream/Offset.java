package dev.leat.api.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in a stream, as handed out by the engine. Treat its text as opaque; it sorts in stream order.
 *
 * @param position how many bytes of the wire lie before it
 */
public record Offset(long position) implements Comparable<Offset> {

    /** Before the first message. */
    public static final Offset START = new Offset(0);

    /** Wherever the tail is when the read happens. */
    public static final Offset NOW = new Offset(Long.MAX_VALUE);

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,120})_([0-9]{1,120})");
    private static final long MAX_POSITION = 9_999_999_999_999_999L;

    public Offset {
        if (position < 0) {
            throw new IllegalArgumentException("an offset is not negative: " + position);
        }
    }

    /** Reads the text of an offset, {@code -1} for the start or {@code now} for the tail; empty if it is none of these. */
    public static Optional<Offset> parse(String text) {
        return switch (text) {
            case "-1" -> Optional.of(START);
            case "now" -> Optional.of(NOW);
            default -> {
                Matcher matcher = TEXT.matcher(text);
                yield matcher.matches() ? Optional.of(new Offset(position(matcher))) : Optional.empty();
            }
        };
    }

    /** Reads the text of an offset or refuses it. */
    public static Offset of(String text) {
        return parse(text).orElseThrow(() -> RejectedException.of(new Rejection.MalformedOffset(text)));
    }

    /** The first number is always zero here; anything larger, or too large, lies after every tail. */
    private static long position(Matcher matcher) {
        String high = matcher.group(1).replaceFirst("^0+", "");
        String low = matcher.group(2).replaceFirst("^0+", "");
        if (!high.isEmpty() || low.length() > 16) {
            return MAX_POSITION;
        }
        return low.isEmpty() ? 0 : Long.parseLong(low);
    }

    @Override
    public int compareTo(Offset other) {
        return Long.compare(position, other.position);
    }

    /** The text that goes over the wire. */
    @Override
    public String toString() {
        if (position == NOW.position) {
            return "now";
        }
        char[] text = "0000000000000000_0000000000000000".toCharArray();
        long rest = position;
        for (int i = text.length - 1; rest > 0; i--) {
            text[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
        return new String(text);
    }
}
