package dev.leat.bench.queue;

/** What can be measured by itself. */
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
