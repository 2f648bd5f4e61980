package dev.leat.engine.stream;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Shard;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Tells which streams of a shard were removed since its last capture, once their removal is durable. */
final class RemovedCall extends Call {
    private final Shard shard;
    private final StreamShard streams;
    private final CompletableFuture<List<Long>> answer;

    RemovedCall(Shard shard, StreamShard streams, CompletableFuture<List<Long>> answer) {
        this.shard = shard;
        this.streams = streams;
        this.answer = answer;
    }

    @Override
    protected void decide(Changes changes) {
        shard.endTurn();
        List<Long> removed = streams.table().removed();
        shard.atBoundary(position -> answer.complete(removed));
    }

    @Override
    protected void answer() {}

    @Override
    protected void refuse(Rejection rejection) {
        answer.completeExceptionally(RejectedException.withoutTrace(rejection));
    }
}
