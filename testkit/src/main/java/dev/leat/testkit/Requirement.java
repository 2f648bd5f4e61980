package dev.leat.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/** Something a test needs that a machine may lack: then the test is skipped, or fails if a variable demands it. */
public enum Requirement {
    BASH("LEAT_REQUIRE_BASH"),
    NODE("LEAT_REQUIRE_NODE"),
    CHROMIUM("LEAT_REQUIRE_CHROMIUM");

    /** One line for each reason is enough. */
    private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

    private final String variable;

    /** Makes tests, if this machine has what they need. */
    public interface Factory {
        Stream<DynamicTest> tests() throws IOException;
    }

    Requirement(String variable) {
        this.variable = variable;
    }

    /** The tests, or one that is skipped in place of all: tests that were never made are not counted. */
    public static Stream<DynamicTest> orSkipped(Factory factory) throws IOException {
        try {
            return factory.tests();
        } catch (TestAbortedException e) {
            return Stream.of(DynamicTest.dynamicTest(String.valueOf(e.getMessage()), () -> {
                throw e;
            }));
        }
    }

    /** What a test throws that cannot run, having said why. */
    public RuntimeException missing(String what) {
        if (Boolean.parseBoolean(System.getenv(variable))) {
            Assertions.fail(what + " (" + variable + " is set)");
        }
        if (SAID.add(what)) {
            System.out.println("Tests were skipped: " + what);
        }
        return new TestAbortedException(what);
    }

    /** The first of these programs that is on the path. */
    public Path program(String... names) {
        return Arrays.stream(names)
                .flatMap(name -> onPath(name).stream())
                .findFirst()
                .orElseThrow(() -> missing(names[0] + " is not installed"));
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
