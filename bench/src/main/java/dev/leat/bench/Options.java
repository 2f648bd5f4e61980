package dev.leat.bench;

import dev.leat.bench.run.WorkDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every benchmark. */
final class Options {

    @Option(names = "--data", description = "Where the data goes; a temporary directory if not given.")
    @Nullable
    Path data;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "How often each thing is measured (${DEFAULT-VALUE}).")
    int rounds = 5;

    /** A directory of its own below the given one; removed when closed. */
    WorkDirectory workDirectory() {
        return WorkDirectory.below(data);
    }
}
