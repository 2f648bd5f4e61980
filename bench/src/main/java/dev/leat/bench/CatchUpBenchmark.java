package dev.leat.bench;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.bench.run.Meter;
import dev.leat.bench.run.Quiet;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.Spread;
import dev.leat.bench.run.WorkDirectory;
import dev.leat.bench.run.ZeroFile;
import dev.leat.engine.EmbeddedEngine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reading streams from their start, sent to a socket, beside a plain file of the same size sent the same way. */
@Command(name = "catchup", description = "Catch-up reads beside a plain file.", sortOptions = false)
final class CatchUpBenchmark implements Callable<Integer> {
    private static final int SLICE_BYTES = 4 << 20;
    private static final double MIB = 1 << 20;

    @Mixin
    private Options options = new Options();

    @Option(names = "--mib", defaultValue = "1024", description = "How much there is to read (${DEFAULT-VALUE}).")
    private long mib = 1024;

    CatchUpBenchmark() {}

    CatchUpBenchmark(Options options) {
        this.options = options;
    }

    /** How many slices and parts a run read. */
    private static final class Shape {
        long slices;
        long parts;
    }

    @Override
    public Integer call() throws Exception {
        ResultTable table = new ResultTable(
                "catchup: " + mib + " MiB in slices of up to 4 MiB to a loopback socket, MiB/s",
                "streams           ",
                "slice KiB",
                "parts a slice",
                "plain file MiB/s      ",
                "Leat MiB/s            ",
                "ratio",
                "target      ",
                "plain CPU ms/GiB",
                "Leat CPU ms/GiB");
        compare(new Filling("1 of 1 KiB", ContentType.BYTES, 1, 1024, 256), SpeedTarget.atLeast(0.7), table);
        compare(new Filling("1 of 100 B", ContentType.BYTES, 1, 100, 2560), SpeedTarget.atLeast(0.7), table);
        compare(new Filling("1 of 1 KiB JSON", ContentType.JSON, 1, 1024, 256), SpeedTarget.atLeast(0.7), table);
        compare(new Filling("10,000 interleaved", ContentType.BYTES, 10_000, 1024, 4), SpeedTarget.atLeast(0.5), table);
        return 0;
    }

    private void compare(Filling filling, SpeedTarget target, ResultTable table) throws Exception {
        try (WorkDirectory directory = options.workDirectory();
                Leat leat = filled(directory.resolve("leat"), filling);
                FileChannel plain = ZeroFile.createRandom(
                        directory.resolve("plain"), leat.stats().bytes());
                Loopback loopback = Loopback.connect()) {
            Shape shape = new Shape();
            List<Sample> ours = new ArrayList<>();
            List<Sample> reference = new ArrayList<>();
            for (int round = -1; round < options.rounds; round++) { // the first warms caches and compiler
                Quiet.await();
                boolean fileFirst = round % 2 == 0; // the first one finds the processor asleep
                Sample before = fileFirst ? sendFile(plain, loopback) : null;
                Sample streams = sendStreams(leat, filling.paths(), loopback, shape);
                Sample file = before != null ? before : sendFile(plain, loopback);
                if (round >= 0) {
                    reference.add(file);
                    ours.add(streams);
                }
            }
            print(filling, target, shape, reference, ours, table);
        }
    }

    private Leat filled(Path directory, Filling filling) throws InterruptedException {
        Leat leat = Leat.open(directory);
        filling.write(leat.engine(), mib << 20);
        ((EmbeddedEngine) leat.engine()).checkpoint();
        while (leat.stats().hotBytes() > 0) {
            Thread.sleep(10); // the shards learn of it a moment later
        }
        Quiet.await();
        return leat;
    }

    private static Sample sendFile(FileChannel file, Loopback loopback) throws IOException {
        Meter meter = Meter.start();
        long size = file.size();
        for (long at = 0; at < size; at += SLICE_BYTES) {
            loopback.send(file, at, Math.min(SLICE_BYTES, size - at));
        }
        loopback.await();
        return meter.stop(size);
    }

    private static Sample sendStreams(Leat leat, List<StreamPath> paths, Loopback loopback, Shape shape)
            throws IOException {
        long before = loopback.sent();
        Meter meter = Meter.start();
        long size = 0;
        for (StreamPath path : paths) {
            size += sendStream(new DurableStream(leat.engine(), path), loopback, shape);
        }
        loopback.await();
        Sample sample = meter.stop(size);
        if (loopback.sent() - before != size) {
            throw new IllegalStateException("offsets say " + size + " bytes, parts " + (loopback.sent() - before));
        }
        return sample;
    }

    private static long sendStream(DurableStream stream, Loopback loopback, Shape shape) throws IOException {
        Offset from = Offset.START;
        while (true) {
            try (Slice slice = stream.slice(from, SLICE_BYTES)) {
                loopback.send(slice);
                shape.slices++;
                shape.parts += slice.parts().size();
                from = slice.next();
                if (slice.upToDate()) {
                    return from.position();
                }
            }
        }
    }

    private void print(
            Filling filling,
            SpeedTarget target,
            Shape shape,
            List<Sample> plain,
            List<Sample> leat,
            ResultTable table) {
        double ratio = Spread.ofRatios(leat, plain).median();
        double sliceBytes = (double) leat.get(0).count() * (options.rounds + 1) / shape.slices;
        table.row(
                filling.name(),
                String.format("%.0f", sliceBytes / 1024),
                String.format("%.1f", (double) shape.parts / shape.slices),
                Spread.of(plain, CatchUpBenchmark::mibPerSecond).text("%.0f"),
                Spread.of(leat, CatchUpBenchmark::mibPerSecond).text("%.0f"),
                String.format("%.2f", ratio),
                target.verdict(ratio),
                String.format(
                        "%.0f", Spread.of(plain, CatchUpBenchmark::cpuPerGib).median()),
                String.format(
                        "%.0f", Spread.of(leat, CatchUpBenchmark::cpuPerGib).median()));
    }

    private static double mibPerSecond(Sample sample) {
        return sample.perSecond() / MIB;
    }

    private static double cpuPerGib(Sample sample) {
        return sample.cpuSeconds() * 1000 / (sample.count() / MIB / 1024);
    }
}
