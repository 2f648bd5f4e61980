package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;

/** Gives a reference back to its source. Doing it twice does no harm. */
final class ReleaseCall extends Call {
    private final StreamShard shard;
    private final long source;
    private final long token;

    ReleaseCall(StreamShard shard, long source, long token) {
        this.shard = shard;
        this.source = source;
        this.token = token;
    }

    @Override
    protected void decide(Changes changes) {
        StreamState stream = shard.table().find(source);
        if (stream != null && stream.forks != null && stream.forks.containsKey(token)) {
            shard.release(stream, token, changes);
        }
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {} // the next start finds the reference without a fork
}
