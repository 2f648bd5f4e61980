package dev.leat.client.stream;

import dev.leat.api.Outcome;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.client.wire.Reading;
import dev.leat.client.wire.Request;
import dev.leat.client.wire.Transport;
import dev.leat.client.wire.WireAnswer;

/** Removes a stream, and then looks whether forks keep its bytes, which the answer does not tell. */
final class Deletion implements Reply<Boolean> {
    private final StreamTarget target;
    private final StreamCalls streams;
    private final Reply<? super Outcome.Deleted> reply;

    Deletion(StreamTarget target, StreamCalls streams, Reply<? super Outcome.Deleted> reply) {
        this.target = target;
        this.streams = streams;
        this.reply = reply;
    }

    void start(Transport transport) {
        transport.send(Request.delete(target.url()), new Removed(), this);
    }

    /** Whoever asks again because an answer was lost may find it done. */
    private final class Removed implements Reading<Boolean> {
        @Override
        public boolean isGood(WireAnswer answer) {
            return answer.isGood() || (answer.repeated() && (answer.status() == 404 || answer.status() == 410));
        }

        @Override
        public Boolean read(WireAnswer answer) {
            return true;
        }

        @Override
        public Rejection refused(WireAnswer answer) {
            return target.reading(ignored -> true).refused(answer);
        }
    }

    @Override
    public void answered(Boolean done) {
        streams.head(target.path(), new Reply<Outcome.StreamInfo>() {
            @Override
            public void answered(Outcome.StreamInfo another) {
                reply.answered(new Outcome.Deleted(false));
            }

            @Override
            public void refused(Rejection rejection) {
                reply.answered(new Outcome.Deleted(rejection instanceof Rejection.StreamGone));
            }
        });
    }

    @Override
    public void refused(Rejection rejection) {
        reply.refused(rejection);
    }
}
