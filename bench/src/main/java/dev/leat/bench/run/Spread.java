package dev.leat.bench.run;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Several measurements of the same thing. */
public record Spread(double median, double min, double max) {

    public static <T> Spread of(List<T> items, ToDoubleFunction<? super T> figure) {
        double[] sorted = items.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], Arrays.stream(sorted).max().orElse(median));
    }

    /** The ratios of what was measured in the same round. */
    public static Spread ofRatios(List<Sample> ours, List<Sample> reference) {
        List<Double> ratios = new java.util.ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i).perSecond() / reference.get(i).perSecond());
        }
        return of(ratios, Double::doubleValue);
    }

    /** Median and extremes. */
    public String text(String format) {
        return String.format(format + " (" + format + "…" + format + ")", median, min, max);
    }
}
