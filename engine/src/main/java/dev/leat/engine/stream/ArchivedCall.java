package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;

/** Lets go of the bytes in memory that the archive has by now. */
final class ArchivedCall extends Call {
    private final StreamShard shard;
    private final CapturedStreams capture;

    ArchivedCall(StreamShard shard, CapturedStreams capture) {
        this.shard = shard;
        this.capture = capture;
    }

    @Override
    protected void decide(Changes changes) {
        for (CapturedStreams.Item item : capture.items()) {
            StreamState stream = item.stream();
            if (!stream.gone) {
                shard.table().hot(-stream.hot.dropUpTo(item.record().tail()));
            }
        }
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {} // the shard is on its way out
}
