package dev.leat.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A module that is missing shows itself only when somebody needs it. */
class ModulesIT {

    /** Needed by code that nobody calls here, or that does without. Each has its reason. */
    private static final Set<String> LEFT_OUT = Set.of(
            "java.compiler", // functions in Java source, of H2
            "java.desktop", // windows of H2; beans in YAML, which is read without any
            "java.instrument", // agents that measure objects
            "java.scripting"); // functions in JavaScript, of H2

    @Test
    void whatTheExecutableUsesIsInTheImage() throws Exception {
        Path jdeps = Path.of(System.getProperty("java.home"), "bin", "jdeps");
        String used = Program.of(jdeps, "--ignore-missing-deps", "--multi-release", "base")
                .with("--print-module-deps", Made.JAR.toString())
                .run();

        Set<String> missing = new TreeSet<>(List.of(used.strip().split(",")));
        missing.removeAll(Set.copyOf(Jdk.MODULES));
        assertThat(missing).isEqualTo(new TreeSet<>(LEFT_OUT));
    }
}
