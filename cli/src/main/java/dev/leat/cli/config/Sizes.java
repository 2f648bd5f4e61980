package dev.leat.cli.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text of sizes: {@code 64KiB}, {@code 16MiB}, {@code 10GiB}, {@code 1TiB}, or plain bytes. */
final class Sizes {
    private static final List<String> UNITS = List.of("", "KiB", "MiB", "GiB", "TiB");
    private static final Pattern SIZE = Pattern.compile("(\\d+) ?(|KiB|MiB|GiB|TiB)");

    private Sizes() {}

    static long parse(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException();
        }
        long unit = 1L << (10 * UNITS.indexOf(matcher.group(2)));
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
    }

    static String print(long bytes) {
        int unit = bytes == 0 ? 0 : Math.min(Long.numberOfTrailingZeros(bytes) / 10, UNITS.size() - 1);
        return (bytes >> (10 * unit)) + (unit > 0 ? UNITS.get(unit) : bytes == 1 ? " byte" : " bytes");
    }
}
