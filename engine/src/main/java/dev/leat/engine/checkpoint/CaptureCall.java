package dev.leat.engine.checkpoint;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.CheckpointPart;
import dev.leat.engine.shard.Shard;
import java.util.List;

/**
 * Takes what changed since the last checkpoint, between two turns. The reply comes once everything in the captured parts is durable in
 * the journal; it is refused if the shard stops before.
 */
final class CaptureCall extends Call {
    private final Shard shard;
    private final Reply<CheckpointWriter.Captured> reply;

    CaptureCall(Shard shard, Reply<CheckpointWriter.Captured> reply) {
        this.shard = shard;
        this.reply = reply;
    }

    @Override
    protected void execute(Changes changes) {
        shard.endTurn(); // may change things for waiting calls: the parts captured after it are all that the turn wrote
        List<CheckpointPart> parts = shard.capture();
        shard.atBoundary(position -> reply.answered(new CheckpointWriter.Captured(shard.number(), parts, position)));
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {
        reply.refused(rejection);
    }
}
