package dev.leat.bench.http;

import dev.leat.bench.run.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Everything seen of one contender.
 *
 * @param failure why there is nothing more to see
 */
record Measured(List<Window> windows, @Nullable String failure) {
    private static final double MOST_CORES = 0.9;

    boolean isComplete() {
        return failure == null && !windows.isEmpty();
    }

    Spread figure() {
        return Spread.of(windows, Window::figure);
    }

    double median(ToDoubleFunction<Window> part) {
        return Spread.of(windows, part).median();
    }

    long refused() {
        return windows.stream().mapToLong(Window::refused).sum();
    }

    /** The ratios of what was measured in the same round. */
    Spread ratiosTo(Measured other) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            ratios.add(windows.get(i).figure() / other.windows.get(i).figure());
        }
        return Spread.of(ratios, Double::doubleValue);
    }

    /** What has to be said beside the figure; empty if nothing. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (failure != null) {
            remarks.add("FAILED: " + failure);
        }
        if (refused() > 0) {
            remarks.add(String.format("%,d answers not 2xx", refused()));
        }
        if (isComplete() && median(Window::delivered) < 1) {
            remarks.add(String.format("%.2f %% delivered", 100 * median(Window::delivered)));
        }
        if (isComplete() && median(Window::clientCores) > MOST_CORES) {
            remarks.add(String.format("the generator took %.2f cores", median(Window::clientCores)));
        }
        return remarks;
    }
}
