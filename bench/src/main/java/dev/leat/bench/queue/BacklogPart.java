package dev.leat.bench.queue;

import dev.leat.bench.queue.CycleShape.Acks;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Contest;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Pace;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A deep queue beside a shallow one. Both are filled; then the same cycles run over both in turns, each of which takes from the head
 * and puts at the end, so that the depth stays; in the end the deep one is drained.
 */
final class BacklogPart {
    private static final int DRAIN_PARTS = 10;

    private final List<QueueServer> servers;
    private final QueueSizes amounts;
    private final List<String> deep = new ArrayList<>();
    private final List<String> shallow = new ArrayList<>();

    BacklogPart(List<QueueServer> servers, QueueSizes amounts, QueueNames names) {
        this.servers = servers;
        this.amounts = amounts;
        for (int i = 0; i < servers.size(); i++) {
            deep.add(names.next());
            shallow.add(names.next());
        }
    }

    List<Result> run(Pace pace) {
        List<Result> results = new ArrayList<>();
        List<Measured> filled = each(this::fill);
        results.add(new Result(fillLabel(), Unit.MESSAGES, filled));
        results.addAll(cycles(pace));
        List<Measured> drained = each(this::drain);
        results.add(new Result(drainLabel(), Unit.MESSAGES, drained));
        each(this::remove);
        return results;
    }

    /** What is done with one server, by its number. */
    private interface Step {
        List<Window> run(int server);
    }

    private List<Measured> each(Step step) {
        List<Measured> all = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            all.add(attempt(step, i));
        }
        return all;
    }

    private static Measured attempt(Step step, int server) {
        try {
            return new Measured(step.run(server), null);
        } catch (BenchException e) {
            return new Measured(List.of(), e.getMessage());
        }
    }

    private List<Window> fill(int server) {
        fill(servers.get(server), shallow.get(server), QueueSizes.SHALLOW);
        return List.of(fill(servers.get(server), deep.get(server), amounts.backlog()));
    }

    static Window fill(QueueServer server, String queue, int messages) {
        server.create(queue);
        try (Traffic traffic = new Traffic(server, queue, CycleShape.fill(QueueSizes.FILL_BATCH), QueueSizes.FILLERS)) {
            return traffic.move(messages, 1).getFirst();
        }
    }

    private String fillLabel() {
        return String.format(
                "fill a queue with %,d messages, %d at a time, %d connections",
                amounts.backlog(), QueueSizes.FILL_BATCH, QueueSizes.FILLERS);
    }

    private List<Result> cycles(Pace pace) {
        List<Supplier<Workload>> contenders = new ArrayList<>();
        for (List<String> queues : List.of(shallow, deep)) {
            for (int i = 0; i < servers.size(); i++) {
                QueueServer server = servers.get(i);
                String queue = queues.get(i);
                contenders.add(() -> cycle(server, queue));
            }
        }
        List<Measured> measured = Contest.run(contenders, pace);
        List<Measured> over = measured.subList(0, servers.size());
        List<Measured> under = measured.subList(servers.size(), measured.size());
        return List.of(
                new Result(cycleLabel(QueueSizes.SHALLOW), Unit.MESSAGES, over),
                new Result(cycleLabel(amounts.backlog()), Unit.MESSAGES, under),
                new Result("the deep queue ÷ the shallow one", Unit.RATIO, ratios(under, over)));
    }

    private Workload cycle(QueueServer server, String queue) {
        return new Traffic(server, queue, CycleShape.cycle(amounts.batch(), Acks.AT_ONCE), amounts.usualConnections());
    }

    private String cycleLabel(int depth) {
        return CyclesPart.label(amounts.batch(), Acks.AT_ONCE, amounts.usualConnections())
                + String.format(", over %,d", depth);
    }

    /** Of windows of the same round. */
    private static List<Measured> ratios(List<Measured> deep, List<Measured> shallow) {
        List<Measured> ratios = new ArrayList<>();
        for (int i = 0; i < deep.size(); i++) {
            ratios.add(ratio(deep.get(i), shallow.get(i)));
        }
        return ratios;
    }

    private static Measured ratio(Measured deep, Measured shallow) {
        if (!deep.isComplete() || !shallow.isComplete()) {
            return new Measured(List.of(), "there is no ratio without both");
        }
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < deep.windows().size(); i++) {
            windows.add(Window.of(
                    deep.windows().get(i).figure() / shallow.windows().get(i).figure(), 0));
        }
        return new Measured(windows, null);
    }

    /** In tenths, so that it shows if some of it is slower. */
    private List<Window> drain(int server) {
        try (Traffic traffic = new Traffic(
                servers.get(server), deep.get(server), CycleShape.drain(amounts.batch()), amounts.usualConnections())) {
            return traffic.move(amounts.backlog(), DRAIN_PARTS);
        }
    }

    private String drainLabel() {
        return String.format(
                "drain it, %d at a time, %,d connections, by tenths", amounts.batch(), amounts.usualConnections());
    }

    private List<Window> remove(int server) {
        servers.get(server).delete(deep.get(server));
        servers.get(server).delete(shallow.get(server));
        return List.of();
    }
}
