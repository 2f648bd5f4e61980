package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Usage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Appends, closes, or both, as {@link AppendRules} say. */
final class AppendCall extends ReplyCall<AppendResult> implements Runnable {
    private final StreamShard shard;
    private final Command.Append command;
    private final @Nullable StreamState likely;
    private WireMessages messages;
    private @Nullable StreamState written;
    private @Nullable Changes changes;
    private long tail;
    private boolean closed;

    AppendCall(
            StreamShard shard,
            Command.Append command,
            WireMessages messages,
            @Nullable StreamState likely,
            Reply<? super AppendResult> reply) {
        super(reply);
        this.shard = shard;
        this.command = command;
        this.messages = messages;
        this.likely = likely;
    }

    @Override
    protected Decision<AppendResult> decide(Changes changes) {
        StreamState stream = find(changes);
        if (stream == null) {
            return Decision.reject(new Rejection.StreamNotFound(command.path()));
        }
        return stream.hidden ? Decision.reject(new Rejection.StreamGone(command.path())) : decide(stream, changes);
    }

    /** The stream that readers saw is nearly always still the one, which saves a look-up. */
    private @Nullable StreamState find(Changes changes) {
        boolean sure = likely != null && !likely.gone && !likely.hidden && !likely.expiredAt(changes.time());
        return sure ? likely : shard.find(command.path(), changes);
    }

    private Decision<AppendResult> decide(StreamState stream, Changes changes) {
        Rejection unfit = AppendRules.unfit(stream, command);
        if (unfit != null) {
            return Decision.reject(unfit);
        }
        AppendResult repeat = AppendRules.repeat(stream, command);
        if (repeat != null) {
            shard.renew(stream, repeat, changes);
            return Decision.accept(repeat);
        }
        messages = messages.fitting(command.body(), stream.json);
        Rejection flaw = flaw(stream);
        return flaw == null ? Decision.accept(write(stream, changes)) : Decision.reject(flaw);
    }

    private @Nullable Rejection flaw(StreamState stream) {
        Usage usage = shard.context().usage();
        Rejection flaw =
                AppendRules.flaw(stream, command, messages, usage.limits().streamBytes());
        if (flaw == null) {
            flaw = AppendRules.newProducerFlaw(stream, command, usage);
        }
        return flaw != null || messages.isEmpty() ? flaw : usage.reserve(messages.length());
    }

    private AppendResult write(StreamState stream, Changes changes) {
        ProducerStamp stamp = command.producer();
        shard.append(stream, messages, stamp, command.seq(), command.close(), changes);
        written = stream;
        this.changes = changes;
        changes.afterwards(this);
        tail = stream.tail;
        closed = stream.closed;
        return new AppendResult(new Offset(tail), closed, false, stamp);
    }

    /** Lets readers see the messages. */
    @Override
    public void run() {
        shard.publish(Objects.requireNonNull(written), tail, closed, messages, Objects.requireNonNull(changes));
    }

    @Override
    protected int bytes() {
        return messages.length();
    }
}
