package dev.leat.client.stream;

import dev.leat.api.Rejection;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.StreamInfo;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Response;
import dev.leat.client.transport.ResponseReader;
import dev.leat.client.transport.Transport;

/** Deletes a stream, and then requests whether forks keep its bytes, which is not in the answer. */
final class DeleteRequest implements Reply<Boolean> {
    private final StreamUrl target;
    private final StreamRequests streams;
    private final Reply<? super DeleteStreamResult> reply;

    DeleteRequest(StreamUrl target, StreamRequests streams, Reply<? super DeleteStreamResult> reply) {
        this.target = target;
        this.streams = streams;
        this.reply = reply;
    }

    void start(Transport transport) {
        transport.send(ClientRequest.delete(target.url()), new Removed(), this);
    }

    /** A missing stream after a repetition can have been deleted by the first attempt. */
    private final class Removed implements ResponseReader<Boolean> {
        @Override
        public boolean isGood(Response answer) {
            return answer.isGood() || (answer.repeated() && (answer.status() == 404 || answer.status() == 410));
        }

        @Override
        public Boolean read(Response answer) {
            return true;
        }

        @Override
        public Rejection refused(Response answer) {
            return target.reading(ignored -> true).refused(answer);
        }
    }

    @Override
    public void answered(Boolean done) {
        streams.head(target.path(), new Reply<StreamInfo>() {
            @Override
            public void answered(StreamInfo another) {
                reply.answered(new DeleteStreamResult(false));
            }

            @Override
            public void refused(Rejection rejection) {
                reply.answered(new DeleteStreamResult(rejection instanceof Rejection.StreamGone));
            }
        });
    }

    @Override
    public void refused(Rejection rejection) {
        reply.refused(rejection);
    }
}
