package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Usage;
import org.jspecify.annotations.Nullable;

/** Makes a stream, or confirms one that was made the same way. */
final class CreateCall extends ReplyCall<CreateStreamResult> {
    private final StreamShard shard;
    private final Command.Create command;
    private final WireMessages messages;
    private final @Nullable Resolved fork;
    private final Runnable unresolved;

    /** A fork whose source has been found and keeps a reference for it. */
    record Resolved(ForkOrigin origin, ContentType contentType, Lifetime lifetime) {}

    /**
     * @param unresolved resolves the source of a fork that turns out to be new, creates the fork, and replies; the source was not
     *     resolved before, because the path of the fork seemed to be in use
     */
    CreateCall(
            StreamShard shard,
            Command.Create command,
            WireMessages messages,
            @Nullable Resolved fork,
            Runnable unresolved,
            Reply<? super CreateStreamResult> reply) {
        super(reply);
        this.shard = shard;
        this.command = command;
        this.messages = messages;
        this.fork = fork;
        this.unresolved = unresolved;
    }

    @Override
    protected Decision<CreateStreamResult> decide(Changes changes) {
        StreamState there = shard.find(command.path(), changes);
        if (there == null) {
            return decideNew(changes);
        }
        String difference = difference(there);
        return difference == null
                ? Decision.accept(
                        new CreateStreamResult(false, there.contentType, new Offset(there.tail), there.closed))
                : Decision.reject(new Rejection.StreamExists(command.path(), difference));
    }

    private @Nullable String difference(StreamState there) {
        if (there.hidden) {
            return "it was deleted, but forks of it still exist";
        }
        if (!sameFork(there.origin, command.fork())) {
            return "it was not forked from the same place";
        }
        if (!there.contentType.sameAs(wantedType(there.contentType))) {
            return "it holds " + there.contentType;
        }
        if (!there.lifetime.equals(wantedLifetime(there.lifetime))) {
            return "it ends " + end(there.lifetime);
        }
        return there.closed == command.closed() ? null : there.closed ? "it is closed" : "it is open";
    }

    private static String end(Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.Forever ignored -> "when it is deleted";
            case Lifetime.Idle idle -> "when it is unused for " + idle.ttl().toSeconds() + " seconds";
            case Lifetime.Until until -> "at " + until.moment();
        };
    }

    private static boolean sameFork(@Nullable ForkOrigin origin, @Nullable Fork fork) {
        return origin == null ? fork == null : fork != null && origin.matches(fork);
    }

    /** What is left out is inherited by a fork, and has a default otherwise. */
    private ContentType wantedType(ContentType inherited) {
        ContentType given = command.contentType();
        return given != null ? given : command.fork() != null ? inherited : ContentType.BYTES;
    }

    private Lifetime wantedLifetime(Lifetime inherited) {
        Lifetime given = command.lifetime();
        return given != null ? given : command.fork() != null ? inherited : Lifetime.FOREVER;
    }

    private Decision<CreateStreamResult> decideNew(Changes changes) {
        if (command.fork() != null && fork == null) {
            return new Decision.Continue<>(reply -> unresolved.run());
        }
        ContentType type = wantedType(fork == null ? ContentType.BYTES : fork.contentType());
        Lifetime lifetime = wantedLifetime(fork == null ? Lifetime.FOREVER : fork.lifetime());
        Rejection rejection = flaw(type);
        if (rejection != null) {
            return Decision.reject(rejection);
        }
        StreamState stream = shard.create(command.path(), type, lifetime, fork == null ? null : fork.origin(), changes);
        if (!messages.isEmpty() || command.closed()) {
            shard.append(stream, messages, null, null, command.closed(), changes);
        }
        CreateStreamResult created = new CreateStreamResult(true, type, new Offset(stream.tail), stream.closed);
        changes.afterwards(
                () -> shard.publishNew(stream, created.tail(), created.closed(), messages)); // readers find it
        return Decision.accept(created);
    }

    private @Nullable Rejection flaw(ContentType type) {
        if (!messages.fits(type.isJson())) {
            return new Rejection.ContentTypeMismatch(type, wantedType(ContentType.BYTES));
        }
        if (messages.flaw() != null) {
            return messages.flaw();
        }
        Usage usage = shard.context().usage();
        if (messages.length() > usage.limits().streamBytes()) {
            return new Rejection.StreamFull(command.path(), usage.limits().streamBytes());
        }
        Rejection full = usage.metadataFlaw();
        return full != null ? full : usage.reserve(messages.length());
    }

    @Override
    protected int bytes() {
        return messages.length();
    }
}
