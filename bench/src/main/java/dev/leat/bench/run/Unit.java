package dev.leat.bench.run;

/** Unit of a figure. */
public enum Unit {
    APPENDS("appends/s", "%,.0f"),
    MESSAGES("messages/s", "%,.0f"),
    TRANSACTIONS("tx/s", "%,.0f"),
    STREAMS("streams/s", "%,.0f"),
    MIB("MiB/s", "%,.0f"),
    MILLIS("p99 ms", "%.2f"),
    RATIO("ratio", "%.2f"),
    SECONDS("s", "%.2f"),
    KIB("KiB each", "%.1f");

    private final String text;
    private final String format;

    Unit(String text, String format) {
        this.text = text;
        this.format = format;
    }

    public String format() {
        return format;
    }

    @Override
    public String toString() {
        return text;
    }
}
