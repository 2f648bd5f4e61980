package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Reply;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamInfo;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Transport;
import dev.leat.wire.LeatHeaders;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Requests that append. Each needs a content type; if the caller gives none, that of the stream is requested once. */
final class AppendRequests {
    private final Transport transport;
    private final ContentTypeCache types;
    private final StreamRequests streams;

    AppendRequests(Transport transport, ContentTypeCache types, StreamRequests streams) {
        this.transport = transport;
        this.types = types;
        this.streams = streams;
    }

    void append(Command.Append command, Reply<? super AppendResult> reply) {
        ContentType said = command.contentType();
        ContentType known = types.of(command.path());
        if (said != null || command.body().isEmpty()) {
            send(new Call(command, said == null ? ContentType.BYTES : said, false, reply));
        } else if (known != null) {
            send(new Call(command, known, true, reply));
        } else {
            learn(command, reply);
        }
    }

    private void learn(Command.Append command, Reply<? super AppendResult> reply) {
        streams.head(command.path(), new Reply<StreamInfo>() {
            @Override
            public void answered(StreamInfo info) {
                send(new Call(command, info.contentType(), false, reply));
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(rejection);
            }
        });
    }

    private void send(Call call) {
        Command.Append command = call.command;
        StreamUrl target = streams.target(command.path());
        try {
            transport.send(
                    request(target, command, call.type),
                    target.reading(answer -> StreamResponses.appended(command, answer)),
                    call);
        } catch (RejectedException e) {
            call.reply.refused(e.rejection());
        }
    }

    private static ClientRequest request(StreamUrl target, Command.Append command, ContentType type) {
        ProducerStamp stamp = command.producer();
        String seq = command.seq();
        ClientRequest request = ClientRequest.post(target.url()).repeatable(stamp != null || isOnlyClose(command));
        if (!command.body().isEmpty()) {
            request = request.with(type.value(), content(type, command.body()));
        }
        if (stamp != null) {
            request = request.with(LeatHeaders.PRODUCER_ID, stamp.id())
                    .with(LeatHeaders.PRODUCER_EPOCH, Long.toString(stamp.epoch()))
                    .with(LeatHeaders.PRODUCER_SEQ, Long.toString(stamp.seq()));
        }
        if (seq != null) {
            request = request.with(LeatHeaders.STREAM_SEQ, seq);
        }
        return command.close() ? request.with(LeatHeaders.STREAM_CLOSED, "true") : request;
    }

    /** Can be repeated: closing a closed stream changes nothing. */
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

    /** One pending append. The tail or the cause of a conflict is requested if the answer does not have it. */
    private final class Call implements Reply<AppendResult> {
        private final Command.Append command;
        private final ContentType type;
        private final boolean remembered;
        private final Reply<? super AppendResult> reply;

        /** @param remembered whether the type is from the cache, so that another stream can have the path by now */
        Call(Command.Append command, ContentType type, boolean remembered, Reply<? super AppendResult> reply) {
            this.command = command;
            this.type = type;
            this.remembered = remembered;
            this.reply = reply;
        }

        @Override
        public void answered(AppendResult outcome) {
            if (outcome.tail().equals(StreamResponses.UNTOLD_TAIL)) {
                streams.head(command.path(), new Completion(outcome));
            } else {
                reply.answered(outcome);
            }
        }

        @Override
        public void repeated() {
            reply.repeated();
        }

        @Override
        public void refused(Rejection rejection) {
            if (rejection instanceof Rejection.ContentTypeMismatch && remembered) {
                types.forget(command.path());
                learn(command, reply);
            } else if (rejection.equals(StreamUrl.UNTOLD_CONFLICT)) {
                streams.head(command.path(), new Diagnosis());
            } else {
                reply.refused(rejection);
            }
        }

        /** Requests the tail after a successful append. */
        private final class Completion implements Reply<StreamInfo> {
            private final AppendResult done;

            Completion(AppendResult done) {
                this.done = done;
            }

            @Override
            public void answered(StreamInfo info) {
                reply.answered(new AppendResult(info.tail(), done.closed(), done.duplicate(), done.producer()));
            }

            @Override
            public void refused(Rejection rejection) {
                reply.refused(new Rejection.OutcomeUnknown(
                        "it was appended, and the tail could not be found out: " + rejection.reason()));
            }
        }

        /** Requests the cause of a conflict: the stream is closed, has another type, or its sequence has passed the append's. */
        private final class Diagnosis implements Reply<StreamInfo> {

            @Override
            public void answered(StreamInfo info) {
                String seq = command.seq();
                if (info.closed()) {
                    reply.refused(new Rejection.StreamClosed(command.path(), info.tail()));
                } else if (!command.body().isEmpty() && !info.contentType().sameAs(type)) {
                    mismatched(info.contentType());
                } else {
                    reply.refused(seq == null ? StreamUrl.UNTOLD_CONFLICT : new Rejection.SeqRegression(null, seq));
                }
            }

            private void mismatched(ContentType held) {
                if (remembered) {
                    send(new Call(command, held, false, reply));
                } else {
                    reply.refused(new Rejection.ContentTypeMismatch(held, type));
                }
            }

            @Override
            public void refused(Rejection rejection) {
                boolean gone =
                        rejection instanceof Rejection.StreamNotFound || rejection instanceof Rejection.StreamGone;
                reply.refused(gone ? rejection : StreamUrl.UNTOLD_CONFLICT);
            }
        }
    }
}
