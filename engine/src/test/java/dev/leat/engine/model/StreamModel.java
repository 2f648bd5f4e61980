package dev.leat.engine.model;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.settings.Limits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What streams do, in the most obvious way: everything in lists, forks by copying, every rule in the order of the protocol. A
 * command returns what the engine must answer, or throws what it must refuse with; the texts inside a rejection do not count.
 */
public final class StreamModel {
    private final Limits limits;
    private final Function<byte[], Optional<List<String>>> json;
    private final TreeMap<String, Stream> streams = new TreeMap<>();
    private long now;

    /** A message and where it lies. */
    public record Text(long start, long end, String value) {}

    /** A stream: live, or hidden because forks of it are there. */
    static final class Stream {
        final StreamPath path;
        final ContentType type;
        final Lifetime lifetime;
        final long created;
        final @Nullable Stream source;
        final @Nullable Fork asked;
        final Set<Stream> forks = new HashSet<>();
        final Map<String, Producer> producers = new LinkedHashMap<>();
        List<Text> messages = new ArrayList<>();
        long base;
        boolean closed;
        boolean hidden;
        boolean restarted;
        long accessed;

        @Nullable
        ProducerStamp closedBy;

        @Nullable
        String seq;

        /** As the engine told it first; 0 before that. */
        long incarnation;

        private Stream(Command.Create command, ContentType type, Lifetime lifetime, @Nullable Stream source, long now) {
            this.path = command.path();
            this.type = type;
            this.lifetime = lifetime;
            this.created = now;
            this.accessed = now;
            this.source = source;
            this.asked = ForkModel.placed(command.fork(), source);
        }

        /** How many messages were appended to it, rather than inherited. */
        long ownMessages() {
            return messages.stream().filter(m -> m.start() >= base).count();
        }

        long tail() {
            return messages.isEmpty() ? 0 : messages.get(messages.size() - 1).end();
        }

        long deadline() {
            return switch (lifetime) {
                case Lifetime.Forever forever -> Long.MAX_VALUE;
                case Lifetime.Until until -> until.moment().toEpochMilli();
                case Lifetime.Idle idle -> accessed + idle.ttl().toMillis();
            };
        }

        /** A start knows the last access only roughly, and never ends a stream too early. */
        long latestDeadline() {
            return restarted && lifetime instanceof Lifetime.Idle idle
                    ? deadline() + Math.max(1000, Math.min(60_000, idle.ttl().toMillis() / 8))
                    : deadline();
        }
    }

    record Producer(long epoch, long seq) {}

    StreamModel(Limits limits, long now, Function<byte[], Optional<List<String>>> json) {
        this.limits = limits;
        this.now = now;
        this.json = json;
    }

    // ---- time

    /** Whether a stream may or may not have expired by a moment, depending on what a start remembered. */
    boolean isUnsure(long moment) {
        return live().stream().anyMatch(s -> s.deadline() <= moment && moment < s.latestDeadline());
    }

    void restarted() {
        streams.values().forEach(s -> s.restarted = true);
    }

    void advanceTo(long moment) {
        now = moment;
        for (Stream stream : live()) {
            if (stream.deadline() <= now) {
                end(stream);
            }
        }
    }

    List<Stream> live() {
        return streams.values().stream().filter(s -> !s.hidden).toList();
    }

    long totalBytes() {
        return streams.values().stream().mapToLong(s -> s.tail() - s.base).sum();
    }

    int size() {
        return streams.size();
    }

    @Nullable
    Stream at(StreamPath path) {
        return streams.get(path.value());
    }

    private Stream readable(StreamPath path) {
        Stream stream = at(path);
        if (stream == null) {
            throw refusal(new Rejection.StreamNotFound(path));
        }
        if (stream.hidden) {
            throw refusal(new Rejection.StreamGone(path));
        }
        return stream;
    }

    static RejectedException refusal(Rejection rejection) {
        return RejectedException.of(rejection);
    }

    // ---- create

    CreateStreamResult create(Command.Create command) {
        refuseTooLarge(command.body());
        Stream there = at(command.path());
        if (there != null) {
            if (!isSame(there, command)) {
                throw refusal(new Rejection.StreamExists(command.path(), ""));
            }
            return new CreateStreamResult(false, there.type, new Offset(there.tail()), there.closed);
        }
        Fork fork = command.fork();
        Stream source = fork == null ? null : ForkModel.source(at(fork.source()), command, fork);
        List<Text> inherited = source == null || fork == null ? List.of() : ForkModel.inherited(source, fork);
        ContentType type = orElse(command.contentType(), source == null ? ContentType.BYTES : source.type);
        Lifetime lifetime = orElse(command.lifetime(), source == null ? Lifetime.FOREVER : source.lifetime);
        Stream stream = new Stream(command, type, lifetime, source, now);
        stream.messages.addAll(inherited);
        stream.base = stream.tail();
        List<Text> added = split(stream, command.body());
        refuseOverLimit(stream, added);

        stream.messages.addAll(added);
        stream.closed = command.closed();
        streams.put(command.path().value(), stream);
        if (source != null) {
            source.forks.add(stream);
        }
        advanceTo(now);
        return new CreateStreamResult(true, type, new Offset(stream.tail()), stream.closed);
    }

    private static <T> T orElse(@Nullable T given, T inherited) {
        return given == null ? inherited : given;
    }

    private static boolean isSame(Stream there, Command.Create command) {
        Fork fork = command.fork();
        ContentType type = orElse(command.contentType(), fork == null ? ContentType.BYTES : there.type);
        Lifetime lifetime = orElse(command.lifetime(), fork == null ? Lifetime.FOREVER : there.lifetime);
        return !there.hidden
                && ForkModel.isSame(there.asked, fork)
                && there.type.mediaType().equals(type.mediaType())
                && there.lifetime.equals(lifetime)
                && there.closed == command.closed();
    }

    // ---- append

    AppendResult append(Command.Append command) {
        refuseTooLarge(command.body());
        if (command.body().isEmpty() && !command.close()) {
            throw refusal(new Rejection.NothingToAppend());
        }
        Stream stream = readable(command.path());
        ProducerStamp stamp = command.producer();
        if (stream.closed) {
            return repeatedClose(stream, command);
        }
        ContentType type = command.contentType();
        if (type != null && !command.body().isEmpty() && !type.mediaType().equals(stream.type.mediaType())) {
            throw refusal(new Rejection.ContentTypeMismatch(stream.type, type));
        }
        Producer known = stamp == null ? null : stream.producers.get(stamp.id());
        if (stamp != null && known != null && stamp.epoch() == known.epoch && stamp.seq() <= known.seq) {
            stream.accessed = now;
            ProducerStamp latest = new ProducerStamp(stamp.id(), known.epoch, known.seq);
            return new AppendResult(new Offset(stream.tail()), false, true, latest);
        }
        refuseProducer(stamp, known);
        String seq = command.seq();
        if (seq != null && stream.seq != null && isRegression(stream.seq, seq)) {
            throw refusal(new Rejection.SeqRegression(stream.seq, seq));
        }
        List<Text> added = split(stream, command.body());
        if (added.isEmpty() && !command.body().isEmpty()) {
            throw refusal(new Rejection.NothingToAppend());
        }
        refuseOverLimit(stream, added);

        stream.messages.addAll(added);
        stream.accessed = now;
        stream.seq = seq == null ? stream.seq : seq;
        stream.closed = command.close();
        stream.closedBy = command.close() ? stamp : null;
        if (stamp != null) {
            remember(stream, stamp);
        }
        return new AppendResult(new Offset(stream.tail()), stream.closed, false, stamp);
    }

    private AppendResult repeatedClose(Stream stream, Command.Append command) {
        ProducerStamp stamp = command.producer();
        boolean repeat = stamp == null ? command.body().isEmpty() : stamp.equals(stream.closedBy);
        if (!command.close() || !repeat) {
            throw refusal(new Rejection.StreamClosed(stream.path, new Offset(stream.tail())));
        }
        stream.accessed = now;
        return new AppendResult(new Offset(stream.tail()), true, stamp != null, stamp);
    }

    private static void refuseProducer(@Nullable ProducerStamp stamp, @Nullable Producer known) {
        if (stamp == null) {
            return;
        }
        if (known != null && stamp.epoch() < known.epoch) {
            throw refusal(new Rejection.EpochStale(known.epoch));
        }
        if (known != null && stamp.epoch() > known.epoch && stamp.seq() != 0) {
            throw refusal(new Rejection.EpochUnstarted(stamp.epoch(), stamp.seq()));
        }
        long expected = known == null || stamp.epoch() > known.epoch ? 0 : known.seq + 1;
        if (stamp.seq() != expected) {
            throw refusal(new Rejection.ProducerGap(expected, stamp.seq()));
        }
    }

    private static boolean isRegression(String last, String given) {
        return Arrays.compareUnsigned(given.getBytes(StandardCharsets.UTF_8), last.getBytes(StandardCharsets.UTF_8))
                <= 0;
    }

    private void remember(Stream stream, ProducerStamp stamp) {
        if (!stream.producers.containsKey(stamp.id()) && stream.producers.size() >= limits.producers()) {
            stream.producers.remove(stream.producers.keySet().iterator().next()); // the longest unused
        }
        stream.producers.remove(stamp.id()); // to the end
        stream.producers.put(stamp.id(), new Producer(stamp.epoch(), stamp.seq()));
    }

    private List<Text> split(Stream stream, Body body) {
        List<String> values = new ArrayList<>();
        for (byte[] payload : body.payloads()) {
            if (stream.type.isJson()) {
                values.addAll(json.apply(payload).orElseThrow(() -> refusal(new Rejection.MalformedJson(""))));
            } else if (payload.length == 0) {
                throw refusal(new Rejection.NothingToAppend());
            } else {
                values.add(new String(payload, StandardCharsets.ISO_8859_1));
            }
        }
        List<Text> texts = new ArrayList<>();
        long at = stream.tail();
        for (String value : values) {
            int length = stream.type.isJson() ? value.getBytes(StandardCharsets.UTF_8).length + 1 : value.length();
            texts.add(new Text(at, at + length, value));
            at += length;
        }
        return texts;
    }

    private void refuseTooLarge(Body body) {
        if (body.bytes() > limits.appendBytes()) {
            throw refusal(new Rejection.PayloadTooLarge(body.bytes(), limits.appendBytes()));
        }
    }

    private void refuseOverLimit(Stream stream, List<Text> added) {
        long more = added.isEmpty() ? 0 : added.get(added.size() - 1).end() - stream.tail();
        if (stream.tail() - stream.base + more > limits.streamBytes()) {
            throw refusal(new Rejection.StreamFull(stream.path, limits.streamBytes()));
        }
        if (totalBytes() + more > limits.totalBytes()) {
            throw refusal(new Rejection.StorageFull(limits.totalBytes()));
        }
    }

    // ---- delete

    DeleteStreamResult delete(Command.Delete command) {
        return new DeleteStreamResult(end(readable(command.path())));
    }

    private boolean end(Stream stream) {
        stream.hidden = !stream.forks.isEmpty();
        if (!stream.hidden) {
            remove(stream);
        }
        return stream.hidden;
    }

    private void remove(Stream stream) {
        streams.remove(stream.path.value());
        if (stream.source != null) {
            stream.source.forks.remove(stream);
            if (stream.source.hidden && stream.source.forks.isEmpty()) {
                remove(stream.source);
            }
        }
    }

    // ---- queries

    Stream head(Query.Head query) {
        return readable(query.path());
    }

    /** Every message that a read may return from an offset on; it renews an idle stream. */
    List<Text> read(Query.Read query) {
        Stream stream = readable(query.path());
        stream.accessed = now;
        return stream.messages.stream()
                .filter(m -> m.end() > query.from().position())
                .toList();
    }

    /** Streams in the order of their paths, and whether there are more of them. */
    record Page(List<Stream> streams, boolean more) {}

    Page find(Query.Find query) {
        List<Stream> found = live().stream()
                .filter(s -> s.path.value().startsWith(query.prefix()))
                .filter(s -> query.after() == null || s.path.compareTo(query.after()) > 0)
                .toList();
        boolean more = found.size() > query.limit();
        return new Page(more ? found.subList(0, query.limit()) : found, more);
    }
}
