package dev.leat.bench.run;

/** Limit that a figure has to reach. */
public record SpeedTarget(double limit, Sense sense) {

    /** The good side of the limit. */
    public enum Sense {
        AT_LEAST,
        AT_MOST,
        NONE
    }

    public static SpeedTarget atLeast(double limit) {
        return new SpeedTarget(limit, Sense.AT_LEAST);
    }

    public static SpeedTarget atMost(double limit) {
        return new SpeedTarget(limit, Sense.AT_MOST);
    }

    public static SpeedTarget none() {
        return new SpeedTarget(0, Sense.NONE);
    }

    public String verdict(double figure) {
        return switch (sense) {
            case AT_LEAST -> String.format("≥ %s %s", text(), figure >= limit ? "ok" : "MISSED");
            case AT_MOST -> String.format("≤ %s %s", text(), figure <= limit ? "ok" : "MISSED");
            case NONE -> "–";
        };
    }

    private String text() {
        return limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit);
    }
}
