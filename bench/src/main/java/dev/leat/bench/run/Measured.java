package dev.leat.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Everything seen of one contender.
 *
 * @param failure why there is nothing more to see
 */
public record Measured(List<Window> windows, @Nullable String failure) {
    private static final double MOST_CORES = 0.9;

    /** For what a server is not asked. */
    public static Measured none() {
        return new Measured(List.of(), null);
    }

    public boolean isComplete() {
        return failure == null && !windows.isEmpty();
    }

    public Spread figure() {
        return Spread.of(windows, Window::figure);
    }

    public double median(ToDoubleFunction<Window> part) {
        return Spread.of(windows, part).median();
    }

    public long refused() {
        return windows.stream().mapToLong(Window::refused).sum();
    }

    /** The ratios of what was measured in the same round. */
    public Spread ratiosTo(Measured other) {
        return ratiosTo(other, Window::figure);
    }

    public Spread ratiosTo(Measured other, ToDoubleFunction<Window> part) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            ratios.add(part.applyAsDouble(windows.get(i)) / part.applyAsDouble(other.windows.get(i)));
        }
        return Spread.of(ratios, Double::doubleValue);
    }

    /** What has to be said beside the figure; empty if nothing. */
    public List<String> remarks() {
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
