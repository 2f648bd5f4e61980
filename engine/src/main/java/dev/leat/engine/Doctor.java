package dev.leat.engine;

import java.nio.file.Path;
import java.util.List;

/** stub to compile */
public final class Doctor {
    private Doctor() {}

    public record Report(List<String> problems) {}

    public static Report check(Path directory) {
        return new Report(List.of());
    }
}
