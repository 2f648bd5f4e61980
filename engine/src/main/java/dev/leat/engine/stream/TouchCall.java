package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;

/** Notes in the journal that a stream was read, now and then: a note for every read would be absurd. */
final class TouchCall extends Call {
    private final StreamShard shard;
    private final StreamState stream;

    TouchCall(StreamShard shard, StreamState stream) {
        this.shard = shard;
        this.stream = stream;
    }

    @Override
    protected void decide(Changes changes) {
        if (!stream.gone && !stream.hidden) {
            shard.touch(stream, stream.accessed, changes);
        }
    }

    @Override
    protected void answer() {
        stream.touching = false;
    }

    @Override
    protected void refuse(Rejection rejection) {
        stream.touching = false;
    }
}
