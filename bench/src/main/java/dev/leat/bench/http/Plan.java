package dev.leat.bench.http;

import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Which matches there are. */
final class Plan {
    static final Content MESSAGE = Content.octets(256);
    static final Content BATCH = Content.json(100, 100);
    static final Content BLOCK = Content.octets(64 << 10);

    private final Sizes sizes;

    Plan(Sizes sizes) {
        this.sizes = sizes;
    }

    List<Match> matches(Set<Kind> kinds) {
        List<Match> matches = new ArrayList<>();
        for (Kind kind : kinds) {
            matches.addAll(matches(kind));
        }
        return matches;
    }

    private List<Match> matches(Kind kind) {
        return switch (kind) {
            case APPEND -> each(kind, sizes.connections(), n -> line("append 256 B", n, Unit.APPENDS, Plan.appends(n)));
            case JSON ->
                each(
                        kind,
                        sizes.batchConnections(),
                        n -> line(
                                "append 100 JSON messages of 100 B",
                                n,
                                Unit.MESSAGES,
                                s -> Appends.plain(s, BATCH, n)));
            case IDEMPOTENT ->
                each(
                        kind,
                        List.of(sizes.usualConnections()),
                        n -> line(
                                "append 256 B as producers", n, Unit.APPENDS, s -> Appends.idempotent(s, MESSAGE, n)));
            case CATCHUP -> each(kind, sizes.readers(), n -> catchUp("", BLOCK, sizes.catchUpBytes(), n));
            case CATCHUP_JSON -> each(kind, sizes.readers(), n -> catchUp(" of JSON", BATCH, sizes.jsonBytes(), n));
            case SSE -> each(kind, sizes.followers(), n -> deliver("SSE", Live.SSE, n));
            case LONG_POLL -> each(kind, sizes.followers(), n -> deliver("long-poll", Live.LONG_POLL, n));
            case IDLE -> each(kind, List.of(sizes.idle()), Plan::idle);
            case CREATE -> List.of(create(sizes.usualConnections()));
        };
    }

    private static List<Match> each(Kind kind, List<Integer> counts, IntFunction<Line> line) {
        return counts.stream()
                .map(count -> new Match(kind, List.of(line.apply(count))))
                .toList();
    }

    private static Line line(String what, int connections, Unit unit, Function<Scratch, Workload> workload) {
        return new Line(what + ", " + count(connections, "connection"), unit, workload);
    }

    static String count(int number, String noun) {
        return String.format("%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    static Function<Scratch, Workload> appends(int connections) {
        return scratch -> Appends.plain(scratch, MESSAGE, connections);
    }

    private static Line catchUp(String what, Content content, long bytes, int readers) {
        String label = String.format("catch-up of %,d MiB%s, %s", bytes >> 20, what, count(readers, "reader"));
        return new Line(label, Unit.MIB, scratch -> CatchUp.of(scratch, content, bytes, readers));
    }

    private static Line deliver(String how, Live live, int followers) {
        String label = "append to delivery by " + how + ", " + count(followers, "follower");
        return new Line(label, Unit.MILLIS, scratch -> new Delivery(scratch, live, followers));
    }

    private static Line idle(int count) {
        String label = String.format("memory of %,d idle SSE followers", count);
        return new Line(label, Unit.KIB, scratch -> new Idle(scratch, count, () -> {}));
    }

    private static Match create(int connections) {
        Line creating = line("create streams", connections, Unit.STREAMS, scratch -> Creates.of(scratch, connections));
        Line appending = line("beside it, append 256 B", connections, Unit.APPENDS, appends(connections));
        return new Match(Kind.CREATE, List.of(creating, appending));
    }
}
