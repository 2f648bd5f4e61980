package dev.leat.bench.queue;

/** Parts that can be measured by themselves. */
enum QueuePart {
    SINGLE("single"),
    BATCH("batch"),
    NEXT("next"),
    BACKLOG("backlog"),
    OPEN("open");

    private final String text;

    QueuePart(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
