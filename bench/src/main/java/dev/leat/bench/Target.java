package dev.leat.bench;

/** What a figure has to reach. */
record Target(double limit, Sense sense) {

    /** Which side of the limit is good. */
    enum Sense {
        AT_LEAST,
        AT_MOST,
        NONE
    }

    static Target atLeast(double limit) {
        return new Target(limit, Sense.AT_LEAST);
    }

    static Target atMost(double limit) {
        return new Target(limit, Sense.AT_MOST);
    }

    static Target none() {
        return new Target(0, Sense.NONE);
    }

    String verdict(double figure) {
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
