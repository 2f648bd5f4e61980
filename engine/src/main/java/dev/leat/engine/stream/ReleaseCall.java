package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import org.jspecify.annotations.Nullable;

/** Gives a reference back to its source. Doing it twice does no harm. */
final class ReleaseCall extends Call implements OnShard {
    private final long source;
    private final long token;
    private @Nullable StreamShard shard;

    ReleaseCall(long source, long token) {
        this.source = source;
        this.token = token;
    }

    ReleaseCall(Origin origin) {
        this(origin.source(), origin.token());
    }

    @Override
    public void onShard(StreamShard shard) {
        this.shard = shard;
    }

    @Override
    protected void decide(Changes changes) {
        StreamState stream = shard == null ? null : shard.table().find(source);
        if (shard != null && stream != null && stream.forks != null && stream.forks.containsKey(token)) {
            shard.release(stream, token, changes);
        }
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {} // the next start finds the reference without a fork
}
