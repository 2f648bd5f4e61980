package dev.leat.cli.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The type of a setting: how its text is parsed.
 *
 * @param label the placeholder of a value in the help
 * @param expected the description of valid values
 * @param parser throws an {@link IllegalArgumentException} if the text is not valid
 */
public record SettingType<T>(String label, String expected, Function<String, T> parser) {

    /** How the help shows it, which also marks the settings that may stand alone as a flag. */
    private static final String SWITCH = "true|false";

    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration RAREST = Duration.ofDays(365);

    public static SettingType<String> text() {
        return new SettingType<>("TEXT", "some text", SettingType::present);
    }

    public static SettingType<Path> file() {
        return path("FILE");
    }

    public static SettingType<Path> directory() {
        return path("DIR");
    }

    private static SettingType<Path> path(String label) {
        return new SettingType<>(label, "a path", text -> {
            try {
                return Path.of(present(text));
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException(e);
            }
        });
    }

    public static SettingType<Boolean> toggle() {
        return new SettingType<>(SWITCH, "true or false", text -> switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException();
        });
    }

    public static SettingType<Integer> number(int least, int most) {
        String bounds = most == Integer.MAX_VALUE ? "a whole number, at least " + least : from(least, most);
        return new SettingType<>("NUMBER", bounds, text -> check(Integer.parseInt(text), n -> n >= least && n <= most));
    }

    public static SettingType<Integer> powerOfTwo(int most) {
        return new SettingType<>(
                "NUMBER",
                "a power of two from 1 to " + most,
                text -> check(Integer.parseInt(text), n -> n >= 1 && n <= most && Integer.bitCount(n) == 1));
    }

    public static SettingType<Double> rate() {
        return new SettingType<>(
                "NUMBER",
                "a number such as 100 or 0.5, at least 0.001 and at most 1000000",
                text -> check(Double.parseDouble(text), n -> n >= 0.001 && n <= 1e6));
    }

    public static SettingType<Duration> duration() {
        return new SettingType<>(
                "DURATION",
                "a duration such as 30s, 5m, 500ms or PT30S, longer than nothing and at most 7d",
                text -> check(Durations.parse(text), length -> length.isPositive() && length.compareTo(LONGEST) <= 0));
    }

    public static SettingType<Duration> duration(Duration shortest, Duration longest) {
        return new SettingType<>(
                "DURATION",
                "a duration such as 30s, 5m, 500ms or PT30S, from " + shortest.toSeconds() + "s to "
                        + longest.toMinutes() + "m",
                text -> check(
                        Durations.parse(text),
                        length -> length.compareTo(shortest) >= 0 && length.compareTo(longest) <= 0));
    }

    /** Returns the type of an interval, or the word for never. */
    public static SettingType<Optional<Duration>> period() {
        return new SettingType<>(
                "DURATION",
                "a duration such as 7d or 12h, longer than nothing and at most 365d, or off",
                text -> text.equals("off")
                        ? Optional.empty()
                        : Optional.of(check(
                                Durations.parse(text),
                                length -> length.isPositive() && length.compareTo(RAREST) <= 0)));
    }

    /** Returns the type of a size in bytes that fits into an array. */
    public static SettingType<Integer> size(int least) {
        return new SettingType<>(
                "SIZE",
                "a size such as 16MiB, 64KiB or 4096, at least " + Sizes.print(least) + " and less than 2GiB",
                text -> check(Math.toIntExact(Sizes.parse(text)), size -> size >= least));
    }

    public static SettingType<Long> longSize() {
        return new SettingType<>(
                "SIZE",
                "a size such as 10GiB, 16MiB or 4096, more than nothing",
                text -> check(Sizes.parse(text), size -> size > 0));
    }

    /** Returns the type of a size with a minimum. */
    public static SettingType<Long> longSize(long least) {
        return new SettingType<>(
                "SIZE",
                "a size such as 10GiB, 256MiB or 16777216, at least " + Sizes.print(least),
                text -> check(Sizes.parse(text), size -> size >= least));
    }

    /** Returns the type of a size, or the word for no limit. */
    public static SettingType<Long> limit() {
        return new SettingType<>(
                "SIZE",
                "a size such as 10GiB, 16MiB or 4096, or unlimited",
                text -> text.equals("unlimited")
                        ? Long.MAX_VALUE
                        : longSize().parser.apply(text));
    }

    public static SettingType<List<String>> list() {
        return new SettingType<>("LIST", "a list such as a,b or the word none", text -> {
            if (text.equals("none")) {
                return List.of();
            }
            return check(
                    Stream.of(text.split(",", -1)).map(String::strip).toList(),
                    all -> all.stream().noneMatch(String::isEmpty));
        });
    }

    public static SettingType<URI> url() {
        return new SettingType<>("URL", "a URL such as https://streams.example.org", text -> {
            try {
                return check(
                        new URI(text),
                        uri -> uri.getHost() != null
                                && ("http".equalsIgnoreCase(uri.getScheme())
                                        || "https".equalsIgnoreCase(uri.getScheme())));
            } catch (URISyntaxException e) {
                throw new IllegalArgumentException(e);
            }
        });
    }

    /** Returns the type of one of a few words: the names of an enum in lower case. */
    public static <E extends Enum<E>> SettingType<E> choice(Class<E> words) {
        List<E> all = List.of(words.getEnumConstants());
        String names = String.join("|", all.stream().map(SettingType::word).toList());
        return new SettingType<>(
                names,
                "one of " + names.replace("|", ", "),
                text -> all.stream()
                        .filter(one -> word(one).equals(text.toLowerCase(Locale.ROOT)))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new));
    }

    /** Returns whether a flag without a value means true. */
    public boolean isToggle() {
        return label.equals(SWITCH);
    }

    T parse(GivenValue given) {
        try {
            return parser.apply(given.text().strip());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new SettingException(given.source() + ": expected " + expected + ", not \"" + given.text() + "\"");
        }
    }

    private static String from(int least, int most) {
        return "a whole number from " + least + " to " + most;
    }

    private static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT);
    }

    private static String present(String text) {
        return check(text, some -> !some.isEmpty());
    }

    private static <V> V check(V value, Predicate<V> fine) {
        if (!fine.test(value)) {
            throw new IllegalArgumentException();
        }
        return value;
    }
}
