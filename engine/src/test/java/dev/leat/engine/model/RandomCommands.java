package dev.leat.engine.model;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.support.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Commands and queries about few streams by few producers, so that they meet: repeats, gaps, forks of forks, conflicts. */
final class RandomCommands {
    private static final List<ContentType> TYPES = List.of(
            ContentType.JSON,
            ContentType.TEXT,
            ContentType.BYTES,
            new ContentType("Application/JSON; charset=utf-8"),
            new ContentType("TEXT/plain"));

    private final Random random;
    private final Texts texts;
    private final StreamModel model;
    private final InstantSource clock;
    private final List<StreamPath> paths = IntStream.range(0, 9)
            .mapToObj(i -> StreamPath.of((i % 3 == 0 ? "a/" : "b/") + i))
            .toList();

    RandomCommands(Random random, Texts texts, StreamModel model, InstantSource clock) {
        this.random = random;
        this.texts = texts;
        this.model = model;
        this.clock = clock;
    }

    List<StreamPath> paths() {
        return paths;
    }

    private StreamPath path() {
        return paths.get(random.nextInt(paths.size()));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private Body body() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> Body.EMPTY;
            case 2, 3 -> {
                List<byte[]> payloads = new ArrayList<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    payloads.add(texts.any());
                }
                yield Body.of(payloads);
            }
            default -> new Body(List.of(texts.any()));
        };
    }

    // ---- commands

    Command.Create create() {
        StreamPath path = path();
        StreamModel.Stream there = model.at(path);
        if (there != null && !oneIn(3)) {
            return again(there);
        }
        Fork fork = oneIn(2) ? fork() : null;
        ContentType type = (fork != null && !oneIn(6)) || oneIn(6) ? null : TYPES.get(random.nextInt(TYPES.size()));
        return new Command.Create(path, type, lifetime(), body(), oneIn(12), fork);
    }

    /** The same stream once more, or nearly. */
    private Command.Create again(StreamModel.Stream there) {
        ContentType type = oneIn(8) ? TYPES.get(random.nextInt(TYPES.size())) : there.type;
        Lifetime lifetime = oneIn(8) ? lifetime() : there.lifetime;
        boolean closed = oneIn(8) != there.closed;
        return new Command.Create(there.path, type, lifetime, body(), closed, oneIn(8) ? null : there.asked);
    }

    private @Nullable Lifetime lifetime() {
        return switch (random.nextInt(8)) {
            case 0 -> Lifetime.idle(Duration.ofSeconds(random.nextInt(30)));
            case 1 -> Lifetime.idle(Duration.ofMinutes(2 + random.nextInt(60)));
            case 2 -> Lifetime.until(clock.instant().plusMillis(random.nextInt(100_000) - 3000));
            case 3 -> Lifetime.FOREVER;
            default -> null;
        };
    }

    private Fork fork() {
        StreamPath source = path();
        StreamModel.Stream there = model.at(source);
        Offset at = oneIn(3) ? null : oneIn(20) ? Offset.NOW : somewhere(there);
        Long sub = oneIn(2) ? null : Long.valueOf(random.nextInt(oneIn(3) ? 40 : 3));
        return new Fork(source, at, sub);
    }

    private Offset somewhere(StreamModel.@Nullable Stream stream) {
        if (stream == null || stream.messages.isEmpty() || oneIn(8)) {
            return oneIn(3) ? new Offset(1 + random.nextInt(5000)) : Offset.START;
        }
        long end = stream.messages.get(random.nextInt(stream.messages.size())).end();
        return new Offset(oneIn(5) ? Math.max(0, end - random.nextInt(4)) : end);
    }

    Command.Append append() {
        StreamPath path = path();
        StreamModel.Stream there = model.at(path);
        ContentType type = !oneIn(3) ? null : there != null && !oneIn(6) ? there.type : TYPES.get(random.nextInt(5));
        String seq = oneIn(4) ? Integer.toString(random.nextInt(40)) : null;
        boolean close = oneIn(20) || (there != null && there.closed && oneIn(3));
        return new Command.Append(path, type, body(), oneIn(2) ? null : stamp(there), seq, close);
    }

    /** Mostly what is due next, often what was there already, sometimes something from the future or the past. */
    private ProducerStamp stamp(StreamModel.@Nullable Stream stream) {
        String id = "p" + random.nextInt(5);
        if (stream != null && stream.closedBy != null && oneIn(2)) {
            return stream.closedBy;
        }
        StreamModel.Producer known = stream == null ? null : stream.producers.get(id);
        if (known == null) {
            return new ProducerStamp(id, random.nextInt(3), oneIn(6) ? random.nextInt(3) : 0);
        }
        return switch (random.nextInt(10)) {
            case 0 -> new ProducerStamp(id, known.epoch() + 1 + random.nextInt(2), oneIn(3) ? 1 : 0);
            case 1 -> new ProducerStamp(id, Math.max(0, known.epoch() - 1), random.nextInt(3));
            case 2 -> new ProducerStamp(id, known.epoch(), known.seq() + 2 + random.nextInt(3));
            case 3, 4 -> new ProducerStamp(id, known.epoch(), random.nextLong(known.seq() + 1));
            default -> new ProducerStamp(id, known.epoch(), known.seq() + 1);
        };
    }

    Command.Delete delete() {
        return new Command.Delete(path());
    }

    // ---- queries

    Query.Read read() {
        StreamPath path = path();
        int maxBytes = oneIn(3) ? random.nextInt(60) : 1 + random.nextInt(5000);
        Offset from = oneIn(8) ? Offset.NOW : oneIn(4) ? Offset.START : somewhere(model.at(path));
        return new Query.Read(path, from, maxBytes);
    }

    Query.Head head() {
        return new Query.Head(path());
    }

    Query.Find find() {
        String prefix = List.of("", "a", "a/", "b/", "b/1", "c").get(random.nextInt(6));
        return new Query.Find(prefix, oneIn(2) ? null : path(), 1 + random.nextInt(6));
    }

    // ---- time

    /** Steps of all sizes: within an idle time, just over it, far beyond everything. */
    Instant later() {
        long millis = List.of(1, 700, 4000, 20_000, 240_000, 4_000_000).get(random.nextInt(6));
        return clock.instant().plusMillis(1 + random.nextLong(millis));
    }
}
