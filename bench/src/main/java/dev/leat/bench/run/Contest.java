package dev.leat.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Measures contenders in turns, so that disturbances of the machine affect all of them. */
public final class Contest {

    private Contest() {}

    /** One contender: prepared, warm, or out of the contest. */
    private static final class Contender {
        private final List<Window> windows = new ArrayList<>();
        private @Nullable Workload workload;
        private @Nullable String failure;

        void attempt(Runnable step) {
            if (failure == null) {
                try {
                    step.run();
                } catch (BenchException e) {
                    failure = e.getMessage();
                }
            }
        }

        void prepare(Supplier<Workload> supplier, double warmup) {
            workload = supplier.get();
            if (warmup > 0) {
                workload.run(warmup);
            }
        }

        void measure(double seconds) {
            if (workload != null) {
                windows.add(workload.run(seconds));
            }
        }

        Measured end() {
            if (workload != null) {
                workload.close();
            }
            return new Measured(windows, failure);
        }
    }

    /**
     * All of them are prepared and warm before the first is measured. Every round has an order of its own, the same in
     * every run: some contenders still work after their window, and none is to follow the same one in every round.
     */
    public static List<Measured> run(List<Supplier<Workload>> suppliers, Pace pace) {
        List<Contender> contenders = new ArrayList<>();
        for (Supplier<Workload> supplier : suppliers) {
            Contender contender = new Contender();
            contenders.add(contender);
            contender.attempt(() -> contender.prepare(supplier, pace.warmup()));
        }
        List<Contender> order = new ArrayList<>(contenders);
        Random random = new Random(0);
        for (int round = 0; round < pace.rounds(); round++) {
            Collections.shuffle(order, random);
            for (Contender contender : order) {
                contender.attempt(() -> contender.measure(pace.seconds()));
            }
        }
        return contenders.stream().map(Contender::end).toList();
    }
}
