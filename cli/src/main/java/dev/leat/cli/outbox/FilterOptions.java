package dev.leat.cli.outbox;

import dev.leat.cli.config.Durations;
import dev.leat.outbox.spi.DeadFilter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that select dead rows. */
final class FilterOptions {

    @Option(names = "--route", paramLabel = "NAME", description = "Dead rows of this route.")
    private @Nullable String route;

    @Option(names = "--key", paramLabel = "KEY", description = "Dead rows with this key.")
    private @Nullable String key;

    @Option(
            names = "--error-contains",
            paramLabel = "TEXT",
            description = "Dead rows whose last error has this text in it.")
    private @Nullable String error;

    @Option(
            names = "--older-than",
            paramLabel = "TIME",
            converter = Time.class,
            description = "Dead rows that were written longer ago than this: 30s, 5m, 2h, 7d.")
    private @Nullable Duration olderThan;

    /** Takes durations as the settings of the server do. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Durations.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "' is no time: 30s, 5m, 2h and 7d are");
            }
        }
    }

    boolean isEmpty() {
        return filter().equals(DeadFilter.all());
    }

    DeadFilter filter() {
        return new DeadFilter(route, key, error, olderThan);
    }
}
