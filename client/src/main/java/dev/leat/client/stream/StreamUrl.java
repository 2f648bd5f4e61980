package dev.leat.client.stream;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.Response;
import dev.leat.client.transport.ResponseReader;
import dev.leat.client.transport.UrlText;
import dev.leat.wire.LeatHeaders;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a stream, and the rejections that follow from status and headers alone: the answer to a HEAD has no problem, and other
 * servers of the protocol send none.
 *
 * @param root the path under which the streams are
 */
record StreamUrl(String root, StreamPath path) {

    /** A conflict whose cause is in neither the problem nor the headers. */
    static final Rejection UNTOLD_CONFLICT =
            new Rejection.Conflict(-1, "the stream has moved on, or holds something else", null);

    String url() {
        return root + UrlText.path(path.value());
    }

    String url(Offset from) {
        return url() + "?offset=" + text(from);
    }

    /** The start is called -1, which every server of the protocol knows. */
    private static String text(Offset offset) {
        return offset.equals(Offset.START) ? "-1" : offset.toString();
    }

    <O> ResponseReader<O> reading(Function<Response, O> read) {
        return reading(read, UNTOLD_CONFLICT);
    }

    /** @param conflict the rejection of a conflict without a known cause */
    <O> ResponseReader<O> reading(Function<Response, O> read, Rejection conflict) {
        return new ResponseReader<>() {
            @Override
            public O read(Response answer) {
                return read.apply(answer);
            }

            @Override
            public Rejection refused(Response answer) {
                Rejection told = answer.hasProblem() ? null : byStatus(answer, conflict);
                return told == null ? ResponseReader.super.refused(answer) : told;
            }
        };
    }

    private @Nullable Rejection byStatus(Response answer, Rejection conflict) {
        long epoch = answer.number(LeatHeaders.PRODUCER_EPOCH);
        return switch (answer.status()) {
            case 403 -> epoch < 0 ? null : new Rejection.EpochStale(epoch);
            case 404 -> new Rejection.StreamNotFound(path);
            case 409 -> conflict.equals(UNTOLD_CONFLICT) ? byHeaders(answer) : conflict;
            case 410 -> new Rejection.StreamGone(path);
            default -> null;
        };
    }

    private Rejection byHeaders(Response answer) {
        long expected = answer.number(LeatHeaders.PRODUCER_EXPECTED_SEQ);
        String end = answer.header(LeatHeaders.STREAM_NEXT_OFFSET);
        if (StreamResponses.closed(answer) && end != null && !end.isEmpty()) {
            return new Rejection.StreamClosed(path, StreamResponses.offset(end));
        }
        return expected < 0
                ? UNTOLD_CONFLICT
                : new Rejection.ProducerGap(expected, Math.max(0, answer.number(LeatHeaders.PRODUCER_RECEIVED_SEQ)));
    }
}
