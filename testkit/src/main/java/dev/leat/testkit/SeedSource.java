package dev.leat.testkit;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The seeds that a {@link Seeds} test runs with. */
final class SeedSource implements ArgumentsProvider, AnnotationConsumer<Seeds> {

    private static final int THOROUGH_FACTOR = 10;

    private int count;

    @Override
    public void accept(Seeds seeds) {
        count = seeds.value();
    }

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return seeds(count, System.getProperty("seed"), Boolean.getBoolean("leat.thorough"))
                .mapToObj(Arguments::of);
    }

    static LongStream seeds(int count, @Nullable String replayed, boolean thorough) {
        if (replayed != null) {
            return LongStream.of(Long.parseLong(replayed));
        }
        return LongStream.rangeClosed(1, thorough ? (long) count * THOROUGH_FACTOR : count);
    }
}
