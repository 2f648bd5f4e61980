package dev.leat.engine.stream;

import dev.leat.api.Rejection;

/** Waits for what a checkpoint has to write for one shard. */
public interface CaptureReader {

    /** Everything in the capture is durable; the journal is needed from this position on. */
    void captured(Capture capture, long position);

    /** The shard has stopped. */
    void refused(Rejection rejection);
}
