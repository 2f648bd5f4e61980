package dev.leat.bench;

import dev.leat.Leat;
import dev.leat.engine.Embedded;
import dev.leat.engine.Stats;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens a directory in a fresh process, as a start does, and prints how long that took. */
@Command(name = "open-child", hidden = true)
final class OpenChild implements Callable<Integer> {

    @Parameters(index = "0")
    private @Nullable Path directory;

    @Option(names = "--heap", description = "An empty directory: also measure the heap against one there, and close in order.")
    private @Nullable Path empty;

    @Override
    public Integer call() {
        Path opened = Objects.requireNonNull(directory);
        long start = System.nanoTime();
        Leat leat = Leat.open(opened);
        double seconds = (System.nanoTime() - start) / 1e9;
        Stats stats = leat.stats();
        long heap = empty == null ? 0 : heap(leat, empty);
        System.out.println(new Opened(seconds, stats.journalBytes(), stats.streams(), heap).line());
        System.out.flush();
        if (empty == null) {
            Runtime.getRuntime().halt(0); // so that the next start finds the same
        }
        return 0;
    }

    private static long heap(Leat leat, Path empty) {
        ((Embedded) leat.engine()).checkpoint();
        long withStreams = heap(leat);
        leat.close();
        try (Leat other = Leat.open(empty)) {
            return withStreams - heap(other);
        }
    }

    private static long heap(Leat leat) {
        try {
            Quiet.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        long used = Meter.usedHeap();
        if (leat.stats().hotBytes() > 0) {
            throw new IllegalStateException("not everything is archived");
        }
        return used;
    }
}
