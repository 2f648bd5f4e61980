package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.CheckpointPart;
import java.util.List;

/** Waits for what a checkpoint has to write for one shard. */
public interface CaptureReader {

    /** Everything in the capture and in the features' parts is durable; the journal is needed from this position on. */
    void captured(CapturedStreams capture, List<CheckpointPart> parts, long position);

    /** The shard has stopped. */
    void refused(Rejection rejection);
}
