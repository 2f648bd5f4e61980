package dev.leat.client.stream;

import dev.leat.api.Body;
import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.Outcome;
import dev.leat.api.ProducerStamp;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.client.wire.Request;
import dev.leat.client.wire.Transport;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Appends. A request says what it appends; where the caller does not, that is what the stream holds, which has to be found out once. */
final class Appends {
    private final Transport transport;
    private final ContentTypes types;
    private final StreamCalls streams;

    Appends(Transport transport, ContentTypes types, StreamCalls streams) {
        this.transport = transport;
        this.types = types;
        this.streams = streams;
    }

    void append(Command.Append command, Reply<? super Outcome.Appended> reply) {
        ContentType said = command.contentType();
        ContentType known = types.of(command.path());
        if (said != null || command.body().isEmpty()) {
            send(command, said == null ? ContentType.BYTES : said, reply);
        } else if (known != null) {
            send(command, known, new Relearning(command, reply));
        } else {
            learn(command, reply);
        }
    }

    private void learn(Command.Append command, Reply<? super Outcome.Appended> reply) {
        streams.head(command.path(), new Typed(command, reply));
    }

    private void send(Command.Append command, ContentType type, Reply<? super Outcome.Appended> reply) {
        StreamTarget target = streams.target(command.path());
        try {
            transport.send(
                    request(target, command, type),
                    target.reading(answer -> StreamAnswers.appended(command, answer)),
                    reply);
        } catch (RejectedException e) {
            reply.refused(e.rejection());
        }
    }

    private static Request request(StreamTarget target, Command.Append command, ContentType type) {
        ProducerStamp stamp = command.producer();
        String seq = command.seq();
        Request request = Request.post(target.url()).repeatable(stamp != null || isOnlyClose(command));
        if (!command.body().isEmpty()) {
            request = request.with(type.value(), content(type, command.body()));
        }
        if (stamp != null) {
            request = request.with("Producer-Id", stamp.id())
                    .with("Producer-Epoch", Long.toString(stamp.epoch()))
                    .with("Producer-Seq", Long.toString(stamp.seq()));
        }
        if (seq != null) {
            request = request.with("Stream-Seq", seq);
        }
        return command.close() ? request.with("Stream-Closed", "true") : request;
    }

    /** Closing what is closed changes nothing. */
    private static boolean isOnlyClose(Command.Append command) {
        return command.close() && command.body().isEmpty();
    }

    static byte[] content(ContentType type, Body body) {
        List<byte[]> payloads = body.payloads();
        if (payloads.size() == 1) {
            return payloads.get(0);
        }
        if (type.isJson()) {
            return JsonMessages.joined(payloads);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        payloads.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Appends when it is known what the stream holds. */
    private final class Typed implements Reply<Outcome.StreamInfo> {
        private final Command.Append command;
        private final Reply<? super Outcome.Appended> reply;

        Typed(Command.Append command, Reply<? super Outcome.Appended> reply) {
            this.command = command;
            this.reply = reply;
        }

        @Override
        public void answered(Outcome.StreamInfo info) {
            send(command, info.contentType(), reply);
        }

        @Override
        public void refused(Rejection rejection) {
            reply.refused(rejection);
        }
    }

    /** Looks once more if the stream does not hold what it held: another has its path by now. */
    private final class Relearning implements Reply<Outcome.Appended> {
        private final Command.Append command;
        private final Reply<? super Outcome.Appended> reply;

        Relearning(Command.Append command, Reply<? super Outcome.Appended> reply) {
            this.command = command;
            this.reply = reply;
        }

        @Override
        public void answered(Outcome.Appended outcome) {
            reply.answered(outcome);
        }

        @Override
        public void repeated() {
            reply.repeated();
        }

        @Override
        public void refused(Rejection rejection) {
            if (rejection instanceof Rejection.ContentTypeMismatch) {
                types.forget(command.path());
                learn(command, reply);
            } else {
                reply.refused(rejection);
            }
        }
    }
}
