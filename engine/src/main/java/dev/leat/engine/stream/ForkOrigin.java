package dev.leat.engine.stream;

import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import org.jspecify.annotations.Nullable;

/**
 * Where a fork branched off.
 *
 * @param source the id of the stream it reads from before {@code position}
 * @param token names the reference that the source keeps for it
 * @param asked what the fork was created with, to recognise the same request again
 */
public record ForkOrigin(long source, long token, long position, Fork asked) {

    void write(BytesOut out) {
        out.i64(source).i64(token).varint(position).text(asked.source().value());
        Offset at = asked.at();
        out.bool(at != null);
        if (at != null) {
            out.i64(at.position());
        }
        Long sub = asked.sub();
        out.varint(sub == null ? 0 : sub + 1);
    }

    static ForkOrigin read(BytesIn in) {
        long source = in.i64();
        long token = in.i64();
        long position = in.varint();
        StreamPath path = StreamPath.of(in.text());
        Offset at = in.bool() ? new Offset(in.i64()) : null;
        long sub = in.varint();
        return new ForkOrigin(source, token, position, new Fork(path, at, sub == 0 ? null : sub - 1));
    }

    /** Whether a repeated request means the same fork. An offset that the repeat leaves out is not compared. */
    boolean matches(Fork again) {
        Offset at = again.at();
        Offset askedAt = asked.at() == null ? new Offset(position) : asked.at();
        boolean sameAt = at == null || at.equals(askedAt);
        return asked.source().equals(again.source()) && sameAt && zeroed(asked.sub()) == zeroed(again.sub());
    }

    private static long zeroed(@Nullable Long sub) {
        return sub == null ? 0 : sub;
    }
}
