package dev.leat.storage.journal;

/** What a frame is for. Only {@link #DATA} is shown to readers. */
enum FrameKind {
    /** What a caller appended. */
    DATA(1),
    /** The first frame of an incarnation: everything before it is durable, and nothing after it is older than it. */
    OPENED(2),
    /** The last frame of an incarnation that ended in order. */
    CLOSED(3),
    /** The last frame of a segment: the journal goes on in the next one, which is there and has a sound header. */
    ROLLED(4);

    final int code;

    FrameKind(int code) {
        this.code = code;
    }
}
