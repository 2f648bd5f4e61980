package dev.leat.bench.http;

/** The workloads there are. */
enum WorkloadKind {
    APPEND("append"),
    JSON("json"),
    IDEMPOTENT("idempotent"),
    CATCHUP("catchup"),
    CATCHUP_JSON("catchup-json"),
    SSE("sse"),
    LONG_POLL("long-poll"),
    IDLE("idle"),
    CREATE("create");

    private final String text;

    WorkloadKind(String text) {
        this.text = text;
    }

    /** Whether it changes the server so that it can be seen only once. */
    boolean isOnce() {
        return this == IDLE;
    }

    @Override
    public String toString() {
        return text;
    }
}
