package dev.leat.bench.outbox;

import com.zaxxer.hikari.HikariDataSource;
import dev.leat.bench.outbox.OutboxReport.Row;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Contest;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.Unit;
import dev.leat.bench.run.WorkDirectory;
import dev.leat.bench.run.Workload;
import dev.leat.outbox.spi.RouteOptions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The outbox with row leases and with shard leases beside db-scheduler, in turns on one PostgreSQL. */
@Command(
        name = "outbox",
        description = {
            "Measures the outbox beside db-scheduler on one PostgreSQL that syncs every commit: how fast a backlog is handed on,"
                    + " what transactions pay, and how soon after its commit a payload arrives.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = 2,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything was measured", "1:some of it failed", "2:could not measure"})
public final class OutboxBenchCommand implements Callable<Integer> {

    /** Of a payload. */
    static final int BYTES = 200;

    private static final int MOST_CONNECTIONS = 48;
    private static final double MOST_SLOWED = 0.65;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "drain,cost,latency,server",
            description = "Only these: ${DEFAULT-VALUE}.")
    private List<String> only = List.of();

    @Option(names = "--rows", defaultValue = "30000", description = "How many rows are drained (${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--writers", split = ",", defaultValue = "4,16", description = "(${DEFAULT-VALUE})")
    private List<Integer> writers = List.of();

    @Option(names = "--seconds", defaultValue = "2", description = "The length of a window (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--rounds", defaultValue = "3", description = "How many windows (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warmup",
            defaultValue = "6",
            description = "Seconds of load on each before anything counts (${DEFAULT-VALUE}).")
    private double warmup;

    @Option(names = "--batch", defaultValue = "0", description = "Rows of our batches, if not as many as by default.")
    private int batch;

    @Option(names = "--workers", defaultValue = "2", description = "Our workers (${DEFAULT-VALUE}).")
    private int workers;

    @Option(names = "--without-peer", description = "Measures ours alone.")
    private boolean withoutPeer;

    @Option(names = "--statements", description = "Prints what each statement took, with pg_stat_statements.")
    private boolean statements;

    @Option(names = "--data", description = "Where PostgreSQL keeps its data: on the disk that is meant.")
    private @Nullable Path data;

    @Override
    public Integer call() throws SQLException {
        try (WorkDirectory directory = WorkDirectory.below(data);
                Postgres postgres = Postgres.start(directory.resolve("postgres"), MOST_CONNECTIONS, statements)) {
            return run(postgres, directory);
        }
    }

    private int run(Postgres postgres, WorkDirectory directory) throws SQLException {
        if (!postgres.text("show fsync").equals("on")
                || !postgres.text("show synchronous_commit").equals("on")) {
            throw new BenchException("PostgreSQL does not sync");
        }
        HikariDataSource pool = postgres.pool();
        Contender peer = new DbScheduler(pool);
        Contender leased = new LeatContender(pool, "row leases", sized(RouteOptions.leased()), true);
        Contender own = new LeatContender(pool, "row leases, own commit", sized(RouteOptions.leased()), false);
        Contender sharded = new LeatContender(pool, "shard leases", sized(RouteOptions.ordered()), true);
        postgres.execute(Business.TABLES);
        List<Contender> all = withoutPeer ? List.of(leased, sharded) : List.of(peer, leased, sharded);
        for (Contender contender : all) {
            contender.install();
        }
        if (statements) {
            postgres.execute("create extension if not exists pg_stat_statements");
        }
        OutboxReport report = new OutboxReport();
        if (only.contains("drain")) {
            drain(postgres, all, report);
        }
        if (only.contains("cost")) {
            own.install();
            List<Contender> writing = new ArrayList<>(all);
            writing.add(own);
            writers.forEach(count -> cost(postgres, writing, count, report));
        }
        if (only.contains("latency")) {
            latency(postgres, all, report);
        }
        if (only.contains("server")) {
            toServer(postgres, directory, report);
        }
        report.print(spec.commandLine().getOut());
        if (statements) {
            printStatements(postgres);
        }
        return report.isComplete() ? 0 : 1;
    }

    private RouteOptions sized(RouteOptions options) {
        RouteOptions sized = options.workers(workers);
        return batch == 0 ? sized : sized.batch(batch);
    }

    private void drain(Postgres postgres, List<Contender> all, OutboxReport report) {
        progress(String.format("draining %,d rows", rows));
        List<Supplier<Workload>> workloads = new ArrayList<>();
        all.forEach(contender -> workloads.add(() -> new Drain(postgres, contender, rows)));
        List<Measured> measured = Contest.run(workloads, new Pace(warmup, seconds, rounds));
        add(
                report,
                "drain",
                Unit.MESSAGES,
                all,
                measured,
                List.of(SpeedTarget.atLeast(2), SpeedTarget.atLeast(4)),
                List.of());
    }

    private void toServer(Postgres postgres, WorkDirectory directory, OutboxReport report) throws SQLException {
        progress(String.format("draining %,d rows to a server", rows));
        try (ToServer server = ToServer.start(directory.resolve("server"))) {
            List<Contender> ours = server.contenders(postgres.pool(), this::sized);
            List<Supplier<Workload>> workloads = new ArrayList<>();
            for (Contender contender : ours) {
                contender.install();
                workloads.add(() -> new Drain(postgres, contender, rows));
            }
            List<Measured> measured = Contest.run(workloads, new Pace(warmup, seconds, rounds));
            add(report, "drain to a server", Unit.MESSAGES, ours, measured, List.of(), List.of());
        }
    }

    private void latency(Postgres postgres, List<Contender> all, OutboxReport report) {
        progress("latency");
        List<Supplier<Workload>> workloads = new ArrayList<>();
        all.forEach(contender -> workloads.add(() -> new Sooner(postgres, contender)));
        List<Measured> measured = Contest.run(workloads, new Pace(warmup, seconds, rounds));
        add(
                report,
                "commit to applied",
                Unit.MILLIS,
                all,
                measured,
                List.of(SpeedTarget.atMost(1), SpeedTarget.atMost(1)),
                List.of());
    }

    private void cost(Postgres postgres, List<Contender> all, int count, OutboxReport report) {
        progress(count + " writers");
        List<Supplier<Workload>> workloads = new ArrayList<>();
        workloads.add(() -> new Business(postgres, null, count));
        all.forEach(contender -> workloads.add(() -> new Business(postgres, contender, count)));
        List<Measured> measured = Contest.run(workloads, new Pace(warmup, seconds, rounds));
        Measured alone = measured.getFirst();
        String label = count + " writers";
        report.add(
                label,
                Unit.TRANSACTIONS,
                List.of(new Row("business alone", alone, SpeedTarget.none(), SpeedTarget.none())),
                List.of(),
                List.of());
        add(
                report,
                label,
                Unit.TRANSACTIONS,
                all,
                measured.subList(1, measured.size()),
                List.of(SpeedTarget.atLeast(1), SpeedTarget.atLeast(1), SpeedTarget.atLeast(1)),
                List.of(alone));
    }

    /** The last are Leat's, one for each target; the one before, if there is one, is the peer. */
    private static void add(
            OutboxReport report,
            String label,
            Unit unit,
            List<Contender> all,
            List<Measured> measured,
            List<SpeedTarget> toPeer,
            List<Measured> alone) {
        int others = all.size() - toPeer.size();
        List<Row> table = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            boolean ours = i >= others;
            table.add(new Row(
                    all.get(i).name(),
                    measured.get(i),
                    ours ? SpeedTarget.atLeast(MOST_SLOWED) : SpeedTarget.none(),
                    ours ? toPeer.get(i - others) : SpeedTarget.none()));
        }
        report.add(label, unit, table, alone, toPeer.isEmpty() ? List.of() : measured.subList(0, others));
    }

    private void printStatements(Postgres postgres) {
        spec.commandLine()
                .getOut()
                .println(postgres.text(
                        "select format('%s calls, planned %s times, %s ms each and %s planning, %s rows, %s blocks: %s', calls, plans,"
                                + " round(mean_exec_time::numeric, 3), round(mean_plan_time::numeric, 3), rows,"
                                + " shared_blks_hit + shared_blks_read, regexp_replace(left(query, 300), '\\s+', ' ', 'g'))"
                                + " from pg_stat_statements order by total_exec_time desc limit 20"));
        spec.commandLine().getOut().flush();
    }

    private void progress(String label) {
        spec.commandLine().getErr().println(label + " …");
    }
}
