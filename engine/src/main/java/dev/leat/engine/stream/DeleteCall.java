package dev.leat.engine.stream;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** Removes a stream, or hides it while forks read from it. */
final class DeleteCall extends ReplyCall<Outcome.Deleted> {
    private final StreamShard shard;
    private final Command.Delete command;

    DeleteCall(StreamShard shard, Command.Delete command, Reply<? super Outcome.Deleted> reply) {
        super(reply);
        this.shard = shard;
        this.command = command;
    }

    @Override
    protected void decide(Changes changes) {
        StreamState stream = shard.find(command.path(), changes);
        if (stream == null) {
            rejected(new Rejection.StreamNotFound(command.path()));
        } else if (stream.hidden) {
            rejected(new Rejection.StreamGone(command.path()));
        } else {
            decided(new Outcome.Deleted(shard.end(stream, changes, false)));
        }
    }
}
