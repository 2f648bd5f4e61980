package dev.leat.bench.queue;

import dev.leat.bench.http.KeyOption;
import dev.leat.bench.http.LocalServer;
import dev.leat.bench.run.JsonReport;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.ProgressLine;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.TextReport;
import dev.leat.bench.run.WorkDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code leat bench queues}: Leat's queues beside those of others. */
@Command(
        name = "queues",
        description = {
            "Enqueues, receives and acks messages of 256 B at queues of Leat, and of others in turns, and prints what they did."
                    + " Leat itself is started for it, unless the URL of one is given.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = 2,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was measured",
            "1:some of it failed: an answer was wrong, or none came",
            "2:could not measure",
        })
public final class QueuesCommand implements Callable<Integer> {

    private final boolean watched;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "URL",
            arity = "0..*",
            description =
                    "other servers of queues: redis://HOST:PORT, amqp://USER:PASSWORD@HOST:PORT (with /?type=quorum for such"
                            + " queues), http://HOST:PORT/v1/queues; NAME=URL names it")
    private List<String> urls = new ArrayList<>();

    @Mixin
    private KeyOption key;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            converter = PartConverter.class,
            description = "Only these: single, batch, next, backlog, open.")
    private List<QueuePart> only = List.of();

    @Option(names = "--seconds", defaultValue = "2", description = "The length of a window (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--rounds", defaultValue = "3", description = "How many windows (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warmup",
            defaultValue = "10",
            description =
                    "Seconds of load before anything counts, and a quarter of that before every row (${DEFAULT-VALUE}).")
    private double warmup;

    @Option(names = "--connections", split = ",", defaultValue = "1,64,256", description = "(${DEFAULT-VALUE})")
    private List<Integer> connections = List.of();

    @Option(names = "--batch", defaultValue = "10", description = "How many messages a batch has (${DEFAULT-VALUE}).")
    private int batch;

    @Option(names = "--backlog", defaultValue = "1000000", description = "The depth of a queue (${DEFAULT-VALUE}).")
    private int backlog;

    @Option(names = "--data", description = "Where Leat keeps its data: on the disk that is meant.")
    private @Nullable Path data;

    @Option(names = "--json", description = "Print every window as JSON.")
    private boolean json;

    /**
     * @param key the key for servers of Leat, if none is named
     * @param watched whether standard error is a terminal
     */
    public QueuesCommand(@Nullable String key, boolean watched) {
        this.key = new KeyOption(key);
        this.watched = watched;
    }

    /** Takes names as they are written. */
    static final class PartConverter implements ITypeConverter<QueuePart> {
        @Override
        public QueuePart convert(String text) {
            for (QueuePart part : QueuePart.values()) {
                if (part.toString().equals(text)) {
                    return part;
                }
            }
            throw new TypeConversionException("there is no part '" + text + "'");
        }
    }

    @Override
    public Integer call() {
        List<QueueServer> servers = parsed(
                () -> urls.stream().map(url -> QueueUrl.parse(url, key.key())).toList());
        QueueSizes amounts = parsed(() -> new QueueSizes(connections, batch, backlog));
        try (WorkDirectory directory = WorkDirectory.below(data)) {
            return servers.stream().anyMatch(LeatQueueServer.class::isInstance)
                    ? run(servers, amounts, directory)
                    : withOwn(servers, amounts, directory);
        }
    }

    private <T> T parsed(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int withOwn(List<QueueServer> others, QueueSizes amounts, WorkDirectory directory) {
        String path = directory.resolve("data").toString();
        try (LocalServer own = LocalServer.start("leat", "leat", path)) {
            List<QueueServer> servers = new ArrayList<>(List.of(LeatQueueServer.at(own.server())));
            servers.addAll(others);
            return run(servers, amounts, directory);
        }
    }

    private int run(List<QueueServer> servers, QueueSizes amounts, WorkDirectory directory) {
        Pace pace = new Pace(warmup, seconds, rounds);
        Set<QueuePart> parts = only.isEmpty() ? EnumSet.allOf(QueuePart.class) : EnumSet.copyOf(only);
        List<Result> results;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), watched, json)) {
            results = new QueueRun(servers, amounts, pace, progress::at).run(parts, directory.resolve("opened"));
        }
        print(results, servers.stream().map(QueueServer::name).toList());
        return results.stream().allMatch(Result::isComplete) ? 0 : 1;
    }

    private void print(List<Result> results, List<String> names) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            new JsonReport(names).print(results, out);
        } else {
            new TextReport(names).print(results, out);
        }
    }
}
