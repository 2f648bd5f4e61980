package dev.leat.engine.subscription;

import dev.leat.api.Command;
import dev.leat.api.Outcome;
import dev.leat.api.Reply;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.ReplyCall;

/** Keeps the first secret that is proposed under a name. */
final class KeepSecretCall extends ReplyCall<Outcome.Secret> {
    private final SubscriptionShard shard;
    private final Command.KeepSecret command;

    KeepSecretCall(SubscriptionShard shard, Command.KeepSecret command, Reply<? super Outcome.Secret> reply) {
        super(reply);
        this.shard = shard;
        this.command = command;
    }

    @Override
    protected void decide(Changes changes) {
        byte[] kept = shard.table().secret(command.name());
        if (kept == null) {
            kept = command.proposed().clone();
            shard.change(new SubscriptionChange.Kept(command.name(), kept), changes);
        }
        decided(new Outcome.Secret(kept.clone()));
    }
}
