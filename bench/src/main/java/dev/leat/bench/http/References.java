package dev.leat.bench.http;

import dev.leat.bench.run.Contest;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.SpeedTarget;
import dev.leat.bench.run.Unit;
import dev.leat.bench.run.WorkDirectory;
import dev.leat.bench.run.Workload;
import dev.leat.bench.run.ZeroFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Leat's server beside the least that could do the same, each in a process of its own:
 *
 * <ul>
 *   <li>appends beside the same server over an engine that does nothing; at one connection, beside the disk
 *   <li>catch-up beside a plain file that Vert.x sends in pieces of the same length. Not beside Leat's server over a file:
 *       what its handlers cost would be on both sides, and not be seen
 *   <li>delivery beside a server that writes what is posted to all connections
 *   <li>creating streams beside appending to some
 * </ul>
 */
final class References {
    private final LoadSizes sizes;
    private final Pace pace;
    private final WorkDirectory directory;
    private final Consumer<String> progress;
    private final List<Verdict> verdicts = new ArrayList<>();

    References(LoadSizes sizes, Pace pace, WorkDirectory directory, Consumer<String> progress) {
        this.sizes = sizes;
        this.pace = pace;
        this.directory = directory;
        this.progress = progress;
    }

    /** @param kinds which rows; those without a reference are not measured */
    List<Verdict> run(Set<WorkloadKind> kinds) throws IOException {
        if (kinds.contains(WorkloadKind.IDLE)) {
            idle();
        }
        try (LocalServer leat = LocalServer.start("Leat", "leat", path("data"))) {
            ScratchStreams ours = new ScratchStreams(leat.server(), "bench");
            for (WorkloadKind kind : kinds) {
                compare(kind, ours);
            }
        }
        return verdicts;
    }

    private void compare(WorkloadKind kind, ScratchStreams ours) throws IOException {
        switch (kind) {
            case APPEND -> append(ours);
            case CATCHUP -> catchUp(ours);
            case SSE -> delivery(ours);
            case CREATE -> create(ours);
            case JSON, IDEMPOTENT, CATCHUP_JSON, LONG_POLL, IDLE -> {}
        }
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private void append(ScratchStreams ours) {
        try (LocalServer none = LocalServer.start("no engine", "null")) {
            ScratchStreams theirs = new ScratchStreams(none.server(), "bench");
            for (int connections : sizes.connections()) {
                Supplier<Workload> reference = connections == 1
                        ? () -> new RawSync(directory.resolve("raw"))
                        : () -> BenchPlan.appends(connections).apply(theirs);
                judge(
                        "append 256 B, " + BenchPlan.count(connections, "connection"),
                        Unit.APPENDS,
                        () -> BenchPlan.appends(connections).apply(ours),
                        reference,
                        connections == 1 ? "fdatasync of 256 B" : "the server without an engine",
                        SpeedTarget.atLeast(0.6));
            }
        }
    }

    private void catchUp(ScratchStreams ours) throws IOException {
        Path file = directory.resolve("file");
        long bytes = sizes.catchUpBytes() / BenchPlan.BLOCK.body().length * BenchPlan.BLOCK.body().length;
        ZeroFile.createRandom(file, bytes).close();
        CatchUpWorkload.Expected expected = new CatchUpWorkload.Expected(bytes, false);
        try (LocalServer plain = LocalServer.start("file", "file", file.toString())) {
            for (int readers : sizes.readers()) {
                judge(
                        String.format("catch-up of %,d MiB, %s", bytes >> 20, BenchPlan.count(readers, "reader")),
                        Unit.MIB,
                        () -> CatchUpWorkload.of(ours, BenchPlan.BLOCK, bytes, readers),
                        () -> CatchUpWorkload.of(plain.server(), "file", expected, readers),
                        "Vert.x sendFile of a plain file",
                        SpeedTarget.atLeast(0.7));
            }
        }
    }

    private void delivery(ScratchStreams ours) {
        int followers = sizes.followers().getLast();
        try (LocalServer bare = LocalServer.start("broadcast", "broadcast")) {
            ScratchStreams theirs = new ScratchStreams(bare.server(), "bench");
            judge(
                    "append to delivery by SSE, " + BenchPlan.count(followers, "follower"),
                    Unit.MILLIS,
                    () -> new DeliveryWorkload(ours, FollowMode.SSE, followers),
                    () -> new DeliveryWorkload(theirs, FollowMode.SSE, followers),
                    "Vert.x writing to all",
                    SpeedTarget.atMost(1.5));
        }
    }

    private void create(ScratchStreams ours) {
        int connections = sizes.usualConnections();
        judge(
                "create streams, " + BenchPlan.count(connections, "connection"),
                Unit.STREAMS,
                () -> CreateWorkload.of(ours, connections),
                () -> BenchPlan.appends(connections).apply(ours),
                "appending 256 B",
                SpeedTarget.atLeast(1));
    }

    /** In a server of its own, whose memory nothing else has been in. */
    private void idle() {
        String label = String.format("memory of %,d idle SSE followers", sizes.idle());
        progress.accept(label);
        try (LocalServer fresh = LocalServer.start("Leat", "leat", path("idle"))) {
            ScratchStreams ours = new ScratchStreams(fresh.server(), "bench");
            Supplier<Workload> mine = () -> new IdleWorkload(ours, sizes.idle(), fresh::collectGarbage);
            Measured measured = Contest.run(List.of(mine), pace.once()).getFirst();
            verdicts.add(new Verdict(label, Unit.KIB, measured, measured, "", SpeedTarget.atMost(20)));
        }
    }

    private void judge(
            String label,
            Unit unit,
            Supplier<Workload> ours,
            Supplier<Workload> theirs,
            String reference,
            SpeedTarget target) {
        progress.accept(label);
        List<Measured> both = Contest.run(List.of(ours, theirs), pace);
        verdicts.add(new Verdict(label, unit, both.get(0), both.get(1), reference, target));
    }
}
