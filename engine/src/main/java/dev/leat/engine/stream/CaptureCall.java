package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Shard;
import java.util.List;

/** Takes what changed since the last checkpoint, between two turns. */
final class CaptureCall extends Call {
    private final Shard shard;
    private final StreamShard streams;
    private final CaptureReader reader;

    CaptureCall(Shard shard, StreamShard streams, CaptureReader reader) {
        this.shard = shard;
        this.streams = streams;
        this.reader = reader;
    }

    @Override
    protected void decide(Changes changes) {
        shard.endTurn(); // which changes things for those who wait: what is captured after that is all that the turn
        // wrote
        CapturedStreams capture = streams.table().capture();
        List<CheckpointPart> parts = shard.capture();
        shard.atBoundary(position -> reader.captured(capture, parts, position));
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {
        reader.refused(rejection);
    }
}
