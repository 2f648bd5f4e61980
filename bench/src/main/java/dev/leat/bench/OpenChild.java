package dev.leat.bench;

import dev.leat.Leat;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Quiet;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.figures.Stats;
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

    @Option(names = "--heap", description = "Also measure the heap once all is archived, and close in order.")
    private boolean heap;

    @Override
    public Integer call() throws InterruptedException {
        Path opened = Objects.requireNonNull(directory);
        long start = System.nanoTime();
        Leat leat = Leat.open(opened);
        double seconds = (System.nanoTime() - start) / 1e9;
        Stats stats = leat.stats();
        long used = heap ? usedHeap(leat) : 0;
        System.out.println(new Opened(seconds, stats.journalBytes(), stats.streams(), used).line());
        System.out.flush();
        if (!heap) {
            Runtime.getRuntime().halt(0); // so that the next start finds the same
        }
        leat.close();
        return 0;
    }

    private static long usedHeap(Leat leat) throws InterruptedException {
        ((EmbeddedEngine) leat.engine()).checkpoint();
        Quiet.await();
        long used = Meter.usedHeap();
        if (leat.stats().hotBytes() > 0) {
            throw new IllegalStateException("not everything is archived");
        }
        return used;
    }
}
