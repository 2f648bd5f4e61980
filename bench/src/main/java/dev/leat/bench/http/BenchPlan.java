package dev.leat.bench.http;

import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The plan of a run: the groups of lines to measure. */
final class BenchPlan {
    static final Content MESSAGE = Content.octets(256);
    static final Content BATCH = Content.json(100, 100);
    static final Content BLOCK = Content.octets(64 << 10);

    private final LoadSizes sizes;

    BenchPlan(LoadSizes sizes) {
        this.sizes = sizes;
    }

    List<LineGroup> matches(Set<WorkloadKind> kinds) {
        List<LineGroup> matches = new ArrayList<>();
        for (WorkloadKind kind : kinds) {
            matches.addAll(matches(kind));
        }
        return matches;
    }

    private List<LineGroup> matches(WorkloadKind kind) {
        return switch (kind) {
            case APPEND ->
                each(kind, sizes.connections(), n -> line("append 256 B", n, Unit.APPENDS, BenchPlan.appends(n)));
            case JSON ->
                each(
                        kind,
                        sizes.batchConnections(),
                        n -> line(
                                "append 100 JSON messages of 100 B",
                                n,
                                Unit.MESSAGES,
                                s -> AppendWorkload.plain(s, BATCH, n)));
            case IDEMPOTENT ->
                each(
                        kind,
                        List.of(sizes.usualConnections()),
                        n -> line(
                                "append 256 B as producers",
                                n,
                                Unit.APPENDS,
                                s -> AppendWorkload.idempotent(s, MESSAGE, n)));
            case CATCHUP -> each(kind, sizes.readers(), n -> catchUp("", BLOCK, sizes.catchUpBytes(), n));
            case CATCHUP_JSON -> each(kind, sizes.readers(), n -> catchUp(" of JSON", BATCH, sizes.jsonBytes(), n));
            case SSE -> each(kind, sizes.followers(), n -> deliver("SSE", FollowMode.SSE, n));
            case LONG_POLL -> each(kind, sizes.followers(), n -> deliver("long-poll", FollowMode.LONG_POLL, n));
            case IDLE -> each(kind, List.of(sizes.idle()), BenchPlan::idle);
            case CREATE -> List.of(create(sizes.usualConnections()));
        };
    }

    private static List<LineGroup> each(WorkloadKind kind, List<Integer> counts, IntFunction<TableLine> line) {
        return counts.stream()
                .map(count -> new LineGroup(kind, List.of(line.apply(count))))
                .toList();
    }

    private static TableLine line(
            String what, int connections, Unit unit, Function<ScratchStreams, Workload> workload) {
        return new TableLine(what + ", " + count(connections, "connection"), unit, workload);
    }

    static String count(int number, String noun) {
        return String.format("%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    static Function<ScratchStreams, Workload> appends(int connections) {
        return scratch -> AppendWorkload.plain(scratch, MESSAGE, connections);
    }

    private static TableLine catchUp(String what, Content content, long bytes, int readers) {
        String label = String.format("catch-up of %,d MiB%s, %s", bytes >> 20, what, count(readers, "reader"));
        return new TableLine(label, Unit.MIB, scratch -> CatchUpWorkload.of(scratch, content, bytes, readers));
    }

    private static TableLine deliver(String how, FollowMode live, int followers) {
        String label = "append to delivery by " + how + ", " + count(followers, "follower");
        return new TableLine(label, Unit.MILLIS, scratch -> new DeliveryWorkload(scratch, live, followers));
    }

    private static TableLine idle(int count) {
        String label = String.format("memory of %,d idle SSE followers", count);
        return new TableLine(label, Unit.KIB, scratch -> new IdleWorkload(scratch, count, () -> {}));
    }

    private static LineGroup create(int connections) {
        TableLine creating =
                line("create streams", connections, Unit.STREAMS, scratch -> CreateWorkload.of(scratch, connections));
        TableLine appending = line("beside it, append 256 B", connections, Unit.APPENDS, appends(connections));
        return new LineGroup(WorkloadKind.CREATE, List.of(creating, appending));
    }
}
