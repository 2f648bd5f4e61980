package dev.leat.bench;

import dev.leat.bench.Load.Waiting;
import dev.leat.bench.run.Quiet;
import dev.leat.bench.run.Sample;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.Spread;
import dev.leat.bench.run.WorkDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Durable appends beside a raw log, with the same kind of producers. */
@Command(name = "append", description = "Durable appends beside a raw log.", sortOptions = false)
final class AppendBenchmark implements Callable<Integer> {

    @Mixin
    private Options options = new Options();

    @Option(names = "--seconds", defaultValue = "2", description = "How long one run takes (${DEFAULT-VALUE}).")
    private double seconds = 2;

    @Option(names = "--waiting", split = ",", defaultValue = "ASYNC,BLOCKING", description = "${COMPLETION-CANDIDATES}")
    private List<Waiting> waitings = List.of(Waiting.values());

    @Option(names = "--bytes", split = ",", defaultValue = "100,1024", description = "Sizes of a message.")
    private List<Integer> sizes = List.of(100, 1024);

    @Option(names = "--producers", split = ",", defaultValue = "1,64,512", description = "How many wait at a time.")
    private List<Integer> producers = List.of(1, 64, 512);

    @Option(names = "--streams", split = ",", defaultValue = "64,100000", description = "How many streams they use.")
    private List<Integer> streams = List.of(64, 100_000);

    AppendBenchmark() {}

    AppendBenchmark(Options options) {
        this.options = options;
    }

    @Override
    public Integer call() throws Exception {
        try (WorkDirectory directory = options.workDirectory()) {
            DiskProbe.print(directory.resolve("probe"));
            List<LeatLog> leats = new ArrayList<>();
            try (RawLog raw = RawLog.open(directory.resolve("raw"))) {
                for (int count : streams) {
                    leats.add(LeatLog.open(directory.resolve("leat-" + count), count));
                }
                compareAll(raw, leats);
            } finally {
                leats.forEach(LeatLog::close);
            }
        }
        return 0;
    }

    private void compareAll(RawLog raw, List<LeatLog> leats) throws InterruptedException {
        ResultTable table = new ResultTable(
                "append: durable appends, messages/s, CPU and allocation per message",
                "waiting ",
                "bytes",
                "producers",
                "streams",
                "raw messages/s           ",
                "Leat messages/s          ",
                "ratio",
                "target       ",
                "raw CPU µs",
                "Leat CPU µs",
                "raw alloc B",
                "Leat alloc B");
        for (Waiting waiting : waitings) {
            for (int size : sizes) {
                for (int count : producers) {
                    compare(new Case(waiting, size, count), raw, leats, table);
                }
            }
        }
    }

    /** One cell of the matrix. */
    private record Case(Waiting waiting, int size, int producers) {

        SpeedTarget target() {
            return switch (producers) {
                case 64 -> SpeedTarget.atLeast(0.5);
                case 512 -> SpeedTarget.atLeast(0.35);
                default -> SpeedTarget.none();
            };
        }
    }

    private void compare(Case asked, RawLog raw, List<LeatLog> leats, ResultTable table) throws InterruptedException {
        byte[] payload = new byte[asked.size];
        ThreadLocalRandom.current().nextBytes(payload);
        List<List<Sample>> samples = new ArrayList<>();
        List<Log> logs = new ArrayList<>(leats);
        logs.add(0, raw);
        logs.forEach(log -> samples.add(new ArrayList<>()));
        for (int round = -1; round < options.rounds; round++) { // the first is for the compiler
            for (int i = 0; i < logs.size(); i++) {
                Sample sample = run(asked, logs.get(i), payload);
                if (round >= 0) {
                    samples.get(i).add(sample);
                }
            }
        }
        for (int i = 0; i < leats.size(); i++) {
            print(asked, leats.get(i).streams(), samples.get(0), samples.get(i + 1), table);
        }
    }

    private Sample run(Case asked, Log log, byte[] payload) throws InterruptedException {
        Quiet.await();
        return Load.run(log, asked.waiting, asked.producers, payload, Duration.ofMillis((long) (seconds * 1000)));
    }

    private static void print(Case asked, int streams, List<Sample> raw, List<Sample> leat, ResultTable table) {
        double ratio = Spread.ofRatios(leat, raw).median();
        table.row(
                asked.waiting.name().toLowerCase(java.util.Locale.ROOT),
                String.valueOf(asked.size),
                String.valueOf(asked.producers),
                String.valueOf(streams),
                Spread.of(raw, Sample::perSecond).text("%,.0f"),
                Spread.of(leat, Sample::perSecond).text("%,.0f"),
                String.format("%.2f", ratio),
                asked.target().verdict(ratio),
                String.format("%.2f", Spread.of(raw, Sample::cpuMicrosEach).median()),
                String.format("%.2f", Spread.of(leat, Sample::cpuMicrosEach).median()),
                String.format("%.0f", Spread.of(raw, Sample::allocatedEach).median()),
                String.format("%.0f", Spread.of(leat, Sample::allocatedEach).median()));
    }
}
