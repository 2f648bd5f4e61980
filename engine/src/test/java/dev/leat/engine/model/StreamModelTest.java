package dev.leat.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.CheckpointSettings;
import dev.leat.engine.settings.Limits;
import dev.leat.engine.shard.Placement;
import dev.leat.engine.support.Texts;
import dev.leat.storage.settings.ArchiveSettings;
import dev.leat.storage.settings.JournalSettings;
import dev.leat.testkit.Pieces;
import dev.leat.testkit.Seeds;
import dev.leat.testkit.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Random lives of a few streams, each answer compared with the model's. */
class StreamModelTest {
    private static final int SHARDS = 4;
    private static final Limits LIMITS = new Limits(1200, 6000, 30_000, 1 << 20, 1 << 30, 3);

    @Seeds(40)
    void streamsInMemoryDoWhatTheModelDoes(long seed) {
        new Life(seed, null).live(400);
    }

    @Seeds(12)
    void streamsOnDiskDoWhatTheModelDoesAcrossRestarts(long seed, @TempDir Path directory) {
        new Life(seed, directory).live(400);
    }

    /** One engine, as often as it is opened, and its model. */
    private static final class Life {
        private final Random random;
        private final VirtualClock clock = VirtualClock.create();
        private final @Nullable Path directory;
        private final Settings settings;
        private final Texts texts;
        private final StreamModel model;
        private final RandomCommands commands;
        private final Set<Long> incarnations = new HashSet<>();
        private final List<StreamPath> nowhere;
        private EmbeddedEngine engine;

        Life(long seed, @Nullable Path directory) {
            this.random = new Random(seed);
            this.directory = directory;
            this.settings = Settings.defaults()
                    .withShards(SHARDS)
                    .withThreads(2)
                    .with(LIMITS)
                    .with(CheckpointSettings.defaults().withBytes(8 << 10).withLeastFreeDisk(16 << 20))
                    .with(new JournalSettings(1 << 20, 64 << 10, 1))
                    .with(ArchiveSettings.defaults().withSegmentBytes(8 << 10))
                    .with(clock);
            this.texts = new Texts(random);
            this.model = new StreamModel(LIMITS, clock.millis(), texts::messagesOf);
            this.commands = new RandomCommands(random, texts, model, clock);
            this.nowhere = onePathForEachShard();
            this.engine = open();
        }

        private EmbeddedEngine open() {
            return directory == null ? EmbeddedEngine.inMemory(settings) : EmbeddedEngine.open(directory, settings);
        }

        private static List<StreamPath> onePathForEachShard() {
            return Stream.iterate(0, shard -> shard < SHARDS, shard -> shard + 1)
                    .map(shard -> Stream.iterate(0, i -> i + 1)
                            .map(i -> StreamPath.of("nowhere/" + i))
                            .filter(path -> Placement.shard(path, SHARDS) == shard)
                            .findFirst()
                            .orElseThrow())
                    .toList();
        }

        void live(int steps) {
            try {
                for (int i = 0; i < steps; i++) {
                    step();
                }
                compareEverything();
            } finally {
                engine.close();
            }
        }

        private void step() {
            switch (random.nextInt(100)) {
                case 0 -> restart();
                case 1, 2 -> engine.checkpoint();
                case 3, 4, 5, 6, 7, 8 -> timePasses();
                case 9 -> compareEverything();
                case 10, 11, 12, 13, 14, 15 -> delete();
                case 16, 17, 18 -> find();
                case 19, 20, 21, 22, 23 -> head(commands.head());
                default -> {
                    switch (random.nextInt(10)) {
                        case 0, 1, 2 -> create();
                        case 3, 4 -> read(commands.read());
                        default -> append();
                    }
                }
            }
        }

        private void restart() {
            if (directory == null) {
                return;
            }
            engine.close();
            engine = open();
            model.restarted();
            settle();
        }

        private void timePasses() {
            Instant until = commands.later();
            while (model.isUnsure(until.toEpochMilli())) {
                until = until.plusSeconds(10);
            }
            clock.advance(Duration.between(clock.instant(), until));
            model.advanceTo(clock.millis());
            settle();
        }

        /** Waits until every shard has looked at the clock, and forks that went have been given back from shard to shard. */
        private void settle() {
            for (int depth = 0; depth < 10; depth++) {
                for (StreamPath path : nowhere) {
                    assertThat(shown(() -> engine.call(new Command.Delete(path)).toString()))
                            .startsWith("StreamNotFound");
                }
            }
        }

        // ---- each kind of step

        private void create() {
            Command.Create command = commands.create();
            compare(command, () -> model.create(command), () -> engine.call(command));
            settle();
        }

        private void append() {
            Command.Append command = commands.append();
            compare(command, () -> model.append(command), () -> engine.call(command));
        }

        private void delete() {
            Command.Delete command = commands.delete();
            compare(command, () -> model.delete(command), () -> engine.call(command));
            settle();
        }

        private void find() {
            Query.Find query = commands.find();
            compare(query, () -> page(model.find(query)), () -> page(engine.call(query)));
        }

        private void head(Query.Head query) {
            compare(query, () -> info(model.head(query)), () -> info(engine.call(query)));
        }

        private static String info(StreamModel.Stream s) {
            return s.path + " " + s.type + " " + s.lifetime + " " + Instant.ofEpochMilli(s.created) + " "
                    + new Offset(s.tail()) + " " + s.closed + " " + s.ownMessages() + " " + (s.tail() - s.base);
        }

        private String info(StreamInfo s) {
            requireSameIncarnation(s.path(), s.incarnation());
            return s.path() + " " + s.contentType() + " " + s.lifetime() + " " + s.created() + " " + s.tail() + " "
                    + s.closed() + " " + s.messages() + " " + s.bytes();
        }

        private static String page(StreamModel.Page page) {
            return page.streams().stream().map(Life::info).toList() + " " + page.more();
        }

        private String page(StreamPage page) {
            return page.streams().stream().map(this::info).toList() + " " + page.more();
        }

        private void requireSameIncarnation(StreamPath path, long incarnation) {
            StreamModel.Stream stream = model.at(path);
            if (stream != null && stream.incarnation == 0) {
                assertThat(incarnations.add(incarnation))
                        .as("a new incarnation of " + path)
                        .isTrue();
                stream.incarnation = incarnation;
            }
            assertThat(stream == null ? 0 : stream.incarnation).isEqualTo(incarnation);
        }

        /** Returns where to read on, if there was something to read. */
        private Optional<Offset> read(Query.Read query) {
            List<StreamModel.Text> expected;
            try {
                expected = model.read(query);
            } catch (RejectedException refusal) {
                assertThat(shown(() -> engine.call(query).toString()))
                        .as(query.toString())
                        .isEqualTo(shown(refusal.rejection()));
                return Optional.empty();
            }
            try (Slice slice = engine.call(query)) {
                compare(query, expected, slice);
                return slice.upToDate() ? Optional.empty() : Optional.of(slice.next());
            }
        }

        /** A read may stop early, but only after a message, and never before it has one. */
        private void compare(Query.Read query, List<StreamModel.Text> expected, Slice slice) {
            StreamModel.Stream stream = model.at(query.path());
            List<Message> found = Pieces.of(slice);
            long from = expected.isEmpty() ? stream.tail() : expected.get(0).start();
            assertThat(slice.from().position()).as(query.toString()).isEqualTo(from);
            assertThat(found).as(query.toString()).hasSizeBetween(Math.min(1, expected.size()), expected.size());
            assertThat(found)
                    .as(query.toString())
                    .extracting(m -> new StreamModel.Text(
                            m.offset().position(), m.next().position(), new String(m.payload(), charset(slice))))
                    .isEqualTo(expected.subList(0, found.size()));
            assertThat(slice.length() <= query.maxBytes() || found.size() == 1)
                    .as(query.toString())
                    .isTrue();
            assertThat(slice.upToDate()).isEqualTo(slice.next().position() == stream.tail());
            assertThat(slice.closed()).isEqualTo(slice.upToDate() && stream.closed);
            assertThat(slice.contentType()).isEqualTo(stream.type);
            requireSameIncarnation(query.path(), slice.incarnation());
        }

        private static java.nio.charset.Charset charset(Slice slice) {
            return slice.contentType().isJson() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        }

        private void compareEverything() {
            for (StreamPath path : commands.paths()) {
                head(new Query.Head(path));
                Optional<Offset> next = read(new Query.Read(path, Offset.START, 1 << 20));
                while (next.isPresent()) {
                    next = read(new Query.Read(path, next.get(), 1 << 20));
                }
            }
            assertThat(engine.stats().bytes()).isEqualTo(model.totalBytes());
            assertThat(engine.stats().streams()).isEqualTo(model.size());
        }

        // ---- comparing

        private static void compare(Object asked, Supplier<?> model, Supplier<?> engine) {
            String expected = shown(() -> model.get().toString());
            String found = shown(() -> engine.get().toString());

            assertThat(found).as(described(asked)).isEqualTo(expected);
        }

        private static String described(Object asked) {
            return switch (asked) {
                case Command.Create create -> create + " of " + texts(create.body());
                case Command.Append append -> append + " of " + texts(append.body());
                default -> asked.toString();
            };
        }

        private static List<String> texts(Body body) {
            return body.payloads().stream()
                    .map(payload -> new String(payload, StandardCharsets.UTF_8))
                    .toList();
        }

        private static String shown(Supplier<String> call) {
            try {
                return call.get();
            } catch (RejectedException refusal) {
                return shown(refusal.rejection());
            }
        }

        /** What is said in free words is not compared. */
        private static String shown(Rejection rejection) {
            return switch (rejection) {
                case Rejection.StreamExists exists -> "StreamExists " + exists.path();
                case Rejection.MalformedJson malformed -> "MalformedJson";
                case Rejection.ForkOutOfRange range -> "ForkOutOfRange";
                default -> rejection.toString();
            };
        }
    }
}
