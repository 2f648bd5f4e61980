package dev.leat.engine.subscription;

/** What a subscription is doing. The codes are on disk: never change one. */
enum WakePhase {
    /** Nothing was pending when it was last looked at. */
    IDLE(0),
    /** The wake is in its wake stream and has not been claimed yet. */
    CALLED(1),
    /** A request to its webhook is due or under way; the lease runs. */
    POSTING(2),
    /** The last request failed and waits to be repeated. */
    RETRYING(3),
    /** A worker has the wake; the lease runs. */
    HELD(4);

    private final int code;

    WakePhase(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static WakePhase of(int code) {
        for (WakePhase phase : values()) {
            if (phase.code == code) {
                return phase;
            }
        }
        throw new IllegalArgumentException(
                "a subscription in phase " + code + ": it is damaged, or a newer Leat wrote it");
    }
}
