package dev.leat.bench.http;

import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.JsonReport;
import dev.leat.bench.run.Markdown;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.ProgressLine;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.TextReport;
import dev.leat.bench.run.WorkDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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

/** {@code leat bench}: loads servers and prints what they did. */
@Command(
        name = "bench",
        description = {
            "Loads any server of durable streams, or several in turns, for about a minute, and prints what they did as a table"
                    + " of Markdown: medians with the extremes of the windows, and ratios to the first. It makes streams below"
                    + " a name of its own and deletes them. With --references, Leat itself beside the least that could do the"
                    + " same.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = 2,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was measured",
            "1:some of it failed: an answer was wrong, or none came",
            "2:could not measure: no server, or a flag that cannot be",
        })
public final class BenchCommand implements Callable<Integer> {
    private final String standard;
    private final boolean watched;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "URL",
            arity = "0..*",
            description =
                    "where a server is, or its streams, such as http://127.0.0.1:4437/v1/stream; NAME=URL names it. Else"
                            + " what LEAT_SERVER says, else http://127.0.0.1:4437")
    private List<String> urls = new ArrayList<>();

    @Option(names = "--server", paramLabel = "URL", description = "The same as one URL, as other commands have it.")
    private @Nullable String server;

    @Mixin
    private KeyOption key;

    @Option(names = "--references", description = "Measure Leat beside its references instead of servers.")
    private boolean references;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            converter = KindConverter.class,
            description =
                    "Only these: append, json, idempotent, catchup, catchup-json, sse, long-poll, idle, create. Idle,"
                            + " which needs many file descriptors, has to be asked for.")
    private List<WorkloadKind> only = List.of();

    @Option(names = "--seconds", defaultValue = "0.7", description = "The length of a window (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--rounds", defaultValue = "3", description = "How many windows (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warmup",
            defaultValue = "2",
            description = "Seconds of the same load before anything counts (${DEFAULT-VALUE}).")
    private double warmup;

    @Option(names = "--connections", split = ",", defaultValue = "1,64,256", description = "(${DEFAULT-VALUE})")
    private List<Integer> connections = List.of();

    @Option(names = "--readers", split = ",", defaultValue = "1,16", description = "(${DEFAULT-VALUE})")
    private List<Integer> readers = List.of();

    @Option(names = "--followers", split = ",", defaultValue = "1,100,1000", description = "(${DEFAULT-VALUE})")
    private List<Integer> followers = List.of();

    @Option(names = "--idle", defaultValue = "10000", description = "(${DEFAULT-VALUE})")
    private int idle;

    @Option(
            names = "--mib",
            defaultValue = "100",
            description = "How much there is to catch up with (${DEFAULT-VALUE}).")
    private int mib;

    @Option(names = "--json-mib", defaultValue = "16", description = "The same for JSON (${DEFAULT-VALUE}).")
    private int jsonMib;

    @Option(
            names = "--pid",
            split = ",",
            description = "The servers' processes, for their memory; found by the port if not given.")
    private List<Long> pids = List.of();

    @Option(names = "--data", description = "Where --references keeps its data: on the disk that is meant.")
    private @Nullable Path data;

    @Option(names = "--json", description = "Print every window as JSON.")
    private boolean json;

    /**
     * @param standard the server to measure if none is named
     * @param key the key for it, if none is named
     * @param watched whether standard error is a terminal
     */
    public BenchCommand(String standard, @Nullable String key, boolean watched) {
        this.standard = standard;
        this.key = new KeyOption(key);
        this.watched = watched;
    }

    /** Takes names as they are written. */
    static final class KindConverter implements ITypeConverter<WorkloadKind> {
        @Override
        public WorkloadKind convert(String text) {
            for (WorkloadKind kind : WorkloadKind.values()) {
                if (kind.toString().equals(text)) {
                    return kind;
                }
            }
            throw new TypeConversionException("there is no workload '" + text + "'");
        }
    }

    @Override
    public Integer call() throws IOException {
        if (references && (server != null || !urls.isEmpty())) {
            throw new ParameterException(spec.commandLine(), "give either the URL of a server or --references");
        }
        if (server != null && !urls.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "give either --server or URLs");
        }
        return references ? judge() : load();
    }

    private int load() {
        List<Server> servers = servers();
        servers.forEach(Server::requireThere);
        List<ScratchStreams> scratches = new ArrayList<>();
        String prefix = "leat-bench-" + Long.toString(System.currentTimeMillis(), 36);
        servers.forEach(server -> scratches.add(new ScratchStreams(server, prefix)));
        scratches.forEach(ScratchStreams::requireWelcome);
        List<Result> results;
        try (ProgressLine progress = progress()) {
            results = new BenchRun(scratches, pace(), progress).play(new BenchPlan(sizes()).matches(kinds()));
            scratches.forEach(ScratchStreams::close);
        }
        List<String> names = servers.stream().map(Server::name).toList();
        if (json) {
            new JsonReport(names).print(results, out());
        } else {
            new TextReport(names).print(results, out());
        }
        return results.stream().allMatch(Result::isComplete) ? 0 : 1;
    }

    private int judge() throws IOException {
        try (WorkDirectory directory = WorkDirectory.below(data)) {
            List<Verdict> verdicts;
            try (ProgressLine progress = progress()) {
                verdicts = new References(sizes(), pace(), directory, progress::at).run(kinds());
            }
            if (json) {
                List<String> names = List.of("measured", "reference");
                new JsonReport(names)
                        .print(verdicts.stream().map(Verdict::result).toList(), out());
            } else {
                Markdown table = new Markdown(Verdict.COLUMNS);
                verdicts.forEach(verdict -> table.row(verdict.cells()));
                table.print(out());
            }
            return verdicts.stream().allMatch(Verdict::isComplete) ? 0 : 1;
        }
    }

    private List<Server> servers() {
        List<Server> servers = new ArrayList<>();
        List<String> named = urls.isEmpty() ? List.of(server == null ? standard : server) : urls;
        try {
            for (int i = 0; i < named.size(); i++) {
                Server measured = Server.parse(named.get(i)).withKey(key.key());
                servers.add(i < pids.size() ? measured.withPid(pids.get(i)) : measured);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        return servers;
    }

    private Set<WorkloadKind> kinds() {
        if (!only.isEmpty()) {
            return EnumSet.copyOf(only);
        }
        return references ? EnumSet.allOf(WorkloadKind.class) : EnumSet.complementOf(EnumSet.of(WorkloadKind.IDLE));
    }

    private Pace pace() {
        return new Pace(warmup, seconds, rounds);
    }

    private LoadSizes sizes() {
        return new LoadSizes(connections, readers, followers, idle, (long) mib << 20, (long) jsonMib << 20);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private ProgressLine progress() {
        return new ProgressLine(spec.commandLine().getErr(), watched, json);
    }
}
