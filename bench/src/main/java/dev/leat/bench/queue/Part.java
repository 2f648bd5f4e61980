package dev.leat.bench.queue;

/** What can be measured by itself. */
enum Part {
    SINGLE("single"),
    BATCH("batch"),
    NEXT("next"),
    BACKLOG("backlog"),
    OPEN("open");

    private final String text;

    Part(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
