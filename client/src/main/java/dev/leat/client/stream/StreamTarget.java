package dev.leat.client.stream;

import dev.leat.api.Offset;
import dev.leat.api.Rejection;
import dev.leat.api.StreamPath;
import dev.leat.client.wire.Reading;
import dev.leat.client.wire.Urls;
import dev.leat.client.wire.WireAnswer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The URL of a stream, and what its answers mean where only the status tells: a HEAD has no body that could say more. */
record StreamTarget(StreamPath path) {
    static final String ROOT = "/v1/stream/";

    String url() {
        return ROOT + Urls.path(path.value());
    }

    String url(Offset from) {
        return url() + "?offset=" + text(from);
    }

    /** The start is called -1, which every server of the protocol knows. */
    private static String text(Offset offset) {
        return offset.equals(Offset.START) ? "-1" : offset.toString();
    }

    <O> Reading<O> reading(Function<WireAnswer, O> read) {
        return new Reading<>() {
            @Override
            public O read(WireAnswer answer) {
                return read.apply(answer);
            }

            @Override
            public Rejection refused(WireAnswer answer) {
                Rejection told = answer.hasProblem() ? null : byStatus(answer);
                return told == null ? Reading.super.refused(answer) : told;
            }
        };
    }

    private @Nullable Rejection byStatus(WireAnswer answer) {
        return switch (answer.status()) {
            case 404 -> new Rejection.StreamNotFound(path);
            case 410 -> new Rejection.StreamGone(path);
            default -> null;
        };
    }
}
