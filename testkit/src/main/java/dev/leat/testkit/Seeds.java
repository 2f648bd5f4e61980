package dev.leat.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Runs a test that takes a {@code long seed} once for each seed from 1 to {@link #value}.
 *
 * <p>The seed is part of the test's name, so a failure tells it. {@code -Dseed=17} replays one seed, and
 * {@code -Dleat.thorough=true} runs ten times as many.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "-Dseed={0}")
@ArgumentsSource(SeedSource.class)
public @interface Seeds {

    /** How many seeds an everyday build runs. */
    int value();
}
