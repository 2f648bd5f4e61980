package dev.leat.bench.run;

/** What a figure has to reach. */
public record Target(double limit, Sense sense) {

    /** Which side of the limit is good. */
    public enum Sense {
        AT_LEAST,
        AT_MOST,
        NONE
    }

    public static Target atLeast(double limit) {
        return new Target(limit, Sense.AT_LEAST);
    }

    public static Target atMost(double limit) {
        return new Target(limit, Sense.AT_MOST);
    }

    public static Target none() {
        return new Target(0, Sense.NONE);
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
