package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.testkit.Pieces;
import dev.leat.testkit.VirtualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rare situations that random tests found first. */
class StreamEdgesTest {
    private static final StreamPath A = StreamPath.of("a");
    private static final StreamPath B = StreamPath.of("b");

    private final VirtualClock clock = VirtualClock.create();
    private final Settings settings = Settings.defaults().withShards(2).with(clock);

    private static Command.Create create(StreamPath path, @Nullable Lifetime lifetime, @Nullable Fork fork) {
        return new Command.Create(path, fork == null ? ContentType.TEXT : null, lifetime, Body.of("x"), false, fork);
    }

    private static void assertRefused(EmbeddedEngine engine, Command<?> command, Class<? extends Rejection> why) {
        assertThatThrownBy(() -> engine.call(command))
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        refusal -> assertThat(refusal.rejection()).isInstanceOf(why));
    }

    @Test
    void aSingleEmptyMessageIsRefusedLikeOneOfSeveral() {
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(settings)) {
            engine.call(create(A, null, null));
            Body empty = new Body(List.of(new byte[0]));

            assertRefused(
                    engine, new Command.Append(A, null, empty, null, null, false), Rejection.NothingToAppend.class);
        }
    }

    @Test
    void aReadOfNoBytesStillReturnsAMessage() {
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(settings)) {
            engine.call(create(A, null, null));

            try (Slice slice = engine.call(new Query.Read(A, Offset.START, 0))) {
                assertThat(slice.messages()).hasSize(1);
            }
        }
    }

    @Test
    void aHiddenSourceIsGoneForForksAlsoWhenItsTimeIsOver() {
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(settings)) {
            Lifetime aMinute = Lifetime.until(clock.instant().plusSeconds(60));
            engine.call(create(A, aMinute, null));
            engine.call(create(B, Lifetime.FOREVER, Fork.of("a")));
            engine.call(new Command.Delete(A));

            clock.advance(Duration.ofMinutes(2));

            assertRefused(engine, create(StreamPath.of("c"), null, Fork.of("a")), Rejection.ForkSourceGone.class);
        }
    }

    @Test
    void aStreamThatWasKeptAliveByRepeatsOutlivesARestart(@TempDir Path directory) {
        ProducerStamp stamp = new ProducerStamp("p", 0, 0);
        Command.Append append = new Command.Append(A, null, Body.of("y"), stamp, null, false);
        try (EmbeddedEngine engine = EmbeddedEngine.open(directory, settings)) {
            engine.call(create(A, Lifetime.idle(Duration.ofSeconds(100)), null));
            engine.call(append);
            clock.advance(Duration.ofSeconds(90));
            engine.call(append);
        }

        clock.advance(Duration.ofSeconds(90));

        try (EmbeddedEngine engine = EmbeddedEngine.open(directory, settings)) {
            assertThat(engine.call(new Query.Head(A)).tail()).isEqualTo(new Offset(2));
        }
    }

    @Test
    void aForkTakesThePathOfAStreamWhoseTimeIsOver() {
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(settings)) {
            engine.call(create(A, null, null));
            engine.call(create(B, Lifetime.until(clock.instant().plusSeconds(3600)), null));

            clock.advance(Duration.ofHours(2));

            assertThat(engine.call(create(B, null, Fork.of("a"))).isNew()).isTrue();
        }
    }

    @Test
    void aForkInsideAMessageIsReadWhenItsSourceFillsMoreThanOneChunk() {
        try (EmbeddedEngine engine = EmbeddedEngine.inMemory(settings)) {
            engine.call(new Command.Create(A, ContentType.TEXT, null, Body.of("first"), false, null));
            engine.call(new Command.Append(A, null, Body.of("second"), null, null, false));
            engine.call(new Command.Append(A, null, Body.of("x".repeat(100_000)), null, null, false));
            Fork fork = Fork.of("a").at(new Offset(5)).plus(3);
            engine.call(new Command.Create(B, null, null, Body.EMPTY, false, fork));

            try (Slice all = engine.call(new Query.Read(B, Offset.START, 1 << 20))) {
                assertThat(Pieces.of(all)).extracting(Message::text).containsExactly("first", "sec");
                assertThat(all.upToDate()).isTrue();
            }
        }
    }
}
