package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Following;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Reply;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.ClientRequest;
import dev.leat.client.transport.Transport;
import dev.leat.wire.LeatHeaders;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Commands and queries about streams, as requests. */
public final class StreamRequests {
    /** The path under which a server of Leat has its streams. */
    public static final String ROOT = "/v1/stream/";

    private final Transport transport;
    private final String root;
    private final ContentTypeCache types = new ContentTypeCache();
    private final AppendRequests appends;
    private final boolean sse;

    /**
     * @param root the path under which the streams are
     * @param sse whether streams are followed by server-sent events, rather than by long polls
     */
    public StreamRequests(Transport transport, String root, boolean sse) {
        this.transport = transport;
        this.root = root;
        this.sse = sse;
        this.appends = new AppendRequests(transport, types, this);
    }

    /** Sends a create. */
    public void create(Command.Create command, Reply<? super CreateStreamResult> reply) {
        StreamUrl target = target(command.path());
        ClientRequest request;
        try {
            request = request(target, command);
        } catch (RejectedException e) {
            reply.refused(e.rejection());
            return;
        }
        transport.send(
                request,
                target.reading(
                        answer -> StreamResponses.created(command.contentType(), answer),
                        new Rejection.StreamExists(command.path(), "the server does not say in what")),
                new Creation(command.path(), reply));
    }

    /** Completes the answer to a create: requests the facts of the stream that it does not have. */
    private final class Creation implements Reply<CreateStreamResult> {
        private final StreamPath path;
        private final Reply<? super CreateStreamResult> reply;

        Creation(StreamPath path, Reply<? super CreateStreamResult> reply) {
            this.path = path;
            this.reply = reply;
        }

        @Override
        public void answered(CreateStreamResult created) {
            if (created.tail().equals(StreamResponses.UNTOLD_TAIL)) {
                head(path, new Reply<StreamInfo>() {
                    @Override
                    public void answered(StreamInfo info) {
                        reply.answered(new CreateStreamResult(
                                created.isNew(), info.contentType(), info.tail(), info.closed()));
                    }

                    @Override
                    public void refused(Rejection rejection) {
                        reply.refused(rejection); // a create is idempotent
                    }
                });
            } else {
                types.learn(path, created.contentType());
                reply.answered(created);
            }
        }

        @Override
        public void repeated() {
            reply.repeated();
        }

        @Override
        public void refused(Rejection rejection) {
            reply.refused(rejection);
        }
    }

    StreamUrl target(StreamPath path) {
        return new StreamUrl(root, path);
    }

    private ClientRequest request(StreamUrl target, Command.Create command) {
        Fork fork = command.fork();
        ContentType type = command.contentType();
        ClientRequest request = lifetime(ClientRequest.put(target.url()), command.lifetime(), fork != null);
        if (fork != null) {
            request = forked(request, fork);
        }
        if (command.closed()) {
            request = request.with(LeatHeaders.STREAM_CLOSED, "true");
        }
        if (!command.body().isEmpty()) {
            ContentType sent = type == null ? ContentType.BYTES : type;
            request = request.with(sent.value(), AppendRequests.content(sent, command.body()));
        }
        return type == null ? request : request.with("Content-Type", type.value());
    }

    private static ClientRequest lifetime(ClientRequest request, @Nullable Lifetime lifetime, boolean isFork) {
        if (lifetime instanceof Lifetime.Idle idle) {
            long seconds = idle.ttl().plus(Duration.ofNanos(999_999_999)).toSeconds();
            return request.with(LeatHeaders.STREAM_TTL, Long.toString(seconds));
        }
        if (lifetime instanceof Lifetime.Until until) {
            return request.with(LeatHeaders.STREAM_EXPIRES_AT, until.moment().toString());
        }
        if (lifetime != null && isFork) {
            throw RejectedException.withoutTrace(new Rejection.BadArgument(
                    "over HTTP a fork has its source's lifetime, or one that ends: it cannot be told to live forever"));
        }
        return request;
    }

    private ClientRequest forked(ClientRequest request, Fork fork) {
        Offset at = fork.at();
        Long sub = fork.sub();
        ClientRequest forked = request.with(LeatHeaders.STREAM_FORKED_FROM, new StreamUrl(root, fork.source()).url());
        if (at != null) {
            forked = forked.with(LeatHeaders.STREAM_FORK_OFFSET, at.toString());
        }
        return sub == null ? forked : forked.with(LeatHeaders.STREAM_FORK_SUB_OFFSET, Long.toString(sub));
    }

    /** Sends an append. */
    public void append(Command.Append command, Reply<? super AppendResult> reply) {
        appends.append(command, reply);
    }

    /** Sends a delete. */
    public void delete(Command.Delete command, Reply<? super DeleteStreamResult> reply) {
        types.forget(command.path());
        new DeleteRequest(target(command.path()), this, reply).start(transport);
    }

    /** Requests what is known of a stream. */
    public void head(StreamPath path, Reply<? super StreamInfo> reply) {
        StreamUrl target = target(path);
        transport.send(
                ClientRequest.head(target.url()),
                target.reading(answer -> {
                    StreamInfo info = StreamResponses.info(path, answer);
                    types.learn(path, info.contentType());
                    return info;
                }),
                reply);
    }

    /** Requests a page of the streams that the caller may read. */
    public void find(Query.Find query, Reply<? super StreamPage> reply) {
        new StreamListing(transport, query, reply).start();
    }

    /** Reads a page, which is as long as the server makes it. */
    public void read(Query.Read query, Reply<? super Slice> reply) {
        StreamUrl target = target(query.path());
        transport.send(
                ClientRequest.get(target.url(query.from())),
                target.reading(answer -> SliceReader.of(query.path(), query.from(), answer)),
                reply);
    }

    /** Returns a follower of a stream. */
    public Following follow(StreamPath path) {
        return new RemoteFollowing(transport, this, target(path), sse);
    }
}
