package dev.leat.engine.stream;

import dev.leat.api.Command;
import dev.leat.api.Fork;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;
import java.util.Objects;

/** Makes a source keep its bytes for a fork that is about to be created. */
final class RetainCall extends ReplyCall<CreateCall.Resolved> {
    private final StreamShard shard;
    private final StreamState source;
    private final long position;
    private final Command.Create command;

    RetainCall(
            StreamShard shard,
            StreamState source,
            long position,
            Command.Create command,
            Reply<? super CreateCall.Resolved> reply) {
        super(reply);
        this.shard = shard;
        this.source = source;
        this.position = position;
        this.command = command;
    }

    @Override
    protected void decide(Changes changes) {
        Fork fork = Objects.requireNonNull(command.fork());
        if (shard.find(fork.source(), changes) != source || source.gone) {
            rejected(new Rejection.ForkSourceNotFound(fork.source()));
        } else if (source.hidden) {
            rejected(new Rejection.ForkSourceGone(fork.source()));
        } else {
            long token = shard.retain(source, command.path(), changes);
            changes.afterwards(() -> shard.context().directory().putSource(source));
            ForkOrigin origin = new ForkOrigin(source.id, token, position, fork);
            decided(new CreateCall.Resolved(origin, source.contentType, source.lifetime));
        }
    }
}
