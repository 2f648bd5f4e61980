package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Event;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import dev.leat.testkit.Pieces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the protocol says of streams, a sentence at a time, on an engine in memory. */
class StreamRulesTest extends StreamRules {

    // ---- create

    @Test
    void creatingTwiceTheSameWayConfirms() {
        assertThat(stream("a").create(StreamConfig.text()).isNew()).isTrue();
        assertThat(stream("a")
                        .create(StreamConfig.of(new ContentType("TEXT/plain; charset=utf-8")))
                        .isNew())
                .isFalse();
    }

    @Test
    void creatingDifferentlyIsRefused() {
        stream("a").create(StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(60))));

        for (StreamConfig other : List.of(
                StreamConfig.json().with(Lifetime.idle(Duration.ofSeconds(60))),
                StreamConfig.text(),
                StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(61))),
                StreamConfig.text().with(Lifetime.until(now.get().plusSeconds(60))),
                StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(60))).ended())) {
            assertThat(rejection(() -> stream("a").create(other))).isInstanceOf(Rejection.StreamExists.class);
        }
    }

    @Test
    void aStreamCanBeBornWithMessagesAndClosed() {
        CreateStreamResult created =
                stream("a").create(StreamConfig.json().with(Body.of("[1,2]")).ended());

        assertThat(created.closed()).isTrue();
        assertThat(texts("a")).containsExactly("1", "2");
        assertThat(stream("a").read().closed()).isTrue();
        assertThat(rejection(() -> stream("a").append("3"))).isInstanceOf(Rejection.StreamClosed.class);
    }

    @Test
    void aRefusedCreationLeavesNothingBehind() {
        assertThat(rejection(() -> stream("a").create(StreamConfig.json().with(Body.of("{")))))
                .isInstanceOf(Rejection.MalformedJson.class);
        assertThat(rejection(() -> stream("a").head())).isInstanceOf(Rejection.StreamNotFound.class);
    }

    @Test
    void anEmptyArrayCreatesButDoesNotAppend() {
        stream("a").create(StreamConfig.json().with(Body.of("[]")));

        assertThat(texts("a")).isEmpty();
        assertThat(rejection(() -> stream("a").append("[]"))).isInstanceOf(Rejection.NothingToAppend.class);
        assertThat(rejection(() -> stream("a").append(Body.EMPTY))).isInstanceOf(Rejection.NothingToAppend.class);
    }

    @Test
    void aDeletedPathCanBeUsedAgainAtOnce() {
        stream("a").create(StreamConfig.text().with(Body.of("old")));
        long before = stream("a").head().incarnation();
        stream("a").delete();

        assertThat(stream("a").create(StreamConfig.json()).isNew()).isTrue();
        assertThat(texts("a")).isEmpty();
        assertThat(stream("a").head().incarnation()).isNotEqualTo(before);
    }

    // ---- append

    @Test
    void appendingNeedsTheRightStreamAndType() {
        stream("a").create(StreamConfig.text());

        assertThat(rejection(() -> stream("b").append("x"))).isInstanceOf(Rejection.StreamNotFound.class);
        assertThat(rejection(() -> append("a", ContentType.JSON, "1", null, null)))
                .isInstanceOf(Rejection.ContentTypeMismatch.class);
        append("a", new ContentType("Text/Plain"), "x", null, null);
        assertThat(texts("a")).containsExactly("x");
    }

    @Test
    void aSeqMustGrowByteByByte() {
        stream("a").create(StreamConfig.text());
        append("a", null, "x", null, "09");
        append("a", null, "x", null, "10");

        assertThat(rejection(() -> append("a", null, "x", null, "10")))
                .isEqualTo(new Rejection.SeqRegression("10", "10"));
        append("a", null, "x", null, "2");
        assertThat(rejection(() -> append("a", null, "x", null, "10"))).isInstanceOf(Rejection.SeqRegression.class);
        append("a", null, "x", null, "a");
        assertThat(rejection(() -> append("a", null, "x", null, "B"))).isInstanceOf(Rejection.SeqRegression.class);
    }

    @Test
    void tooLargeAnAppendIsRefusedBeforeAnythingElse() {
        assertThat(rejection(() -> stream("none").append(new byte[1001])))
                .isEqualTo(new Rejection.PayloadTooLarge(1001, 1000));
    }

    @Test
    void limitsHoldAndDeletingMakesRoom() {
        stream("a").create(StreamConfig.bytes());
        stream("b").create(StreamConfig.bytes());
        for (int i = 0; i < 5; i++) {
            stream("a").append(new byte[1000]);
        }
        assertThat(rejection(() -> stream("a").append(new byte[1]))).isInstanceOf(Rejection.StreamFull.class);
        for (int i = 0; i < 3; i++) {
            stream("b").append(new byte[1000]);
        }
        assertThat(rejection(() -> stream("b").append(new byte[1]))).isInstanceOf(Rejection.StorageFull.class);

        stream("a").delete();

        stream("b").append(new byte[1000]);
        assertThat(leat.stats().bytes()).isEqualTo(4000);
    }

    // ---- producers

    @Test
    void aRepeatedStampWritesNothing() {
        stream("a").create(StreamConfig.text());
        produce("a", "x", 0, 0);
        produce("a", "y", 0, 1);

        AppendResult again = produce("a", "something else", 0, 0);

        assertThat(again.duplicate()).isTrue();
        assertThat(again.producer()).isEqualTo(new ProducerStamp("p", 0, 1));
        assertThat(texts("a")).containsExactly("x", "y");
    }

    @Test
    void epochsFenceAndSeqsHaveNoGaps() {
        stream("a").create(StreamConfig.text());
        assertThat(rejection(() -> produce("a", "x", 3, 1))).isEqualTo(new Rejection.ProducerGap(0, 1));
        produce("a", "x", 3, 0);
        assertThat(rejection(() -> produce("a", "x", 3, 2))).isEqualTo(new Rejection.ProducerGap(1, 2));
        assertThat(rejection(() -> produce("a", "x", 2, 0))).isEqualTo(new Rejection.EpochStale(3));
        assertThat(rejection(() -> produce("a", "x", 4, 1))).isEqualTo(new Rejection.EpochUnstarted(4, 1));
        produce("a", "x", 4, 0);
        assertThat(rejection(() -> produce("a", "x", 3, 1))).isEqualTo(new Rejection.EpochStale(4));
        assertThat(texts("a")).hasSize(2);
    }

    @Test
    void aRefusedAppendLeavesTheProducerAsItWas() {
        stream("a").create(StreamConfig.json());
        assertThat(rejection(() -> produce("a", "{", 0, 0))).isInstanceOf(Rejection.MalformedJson.class);
        assertThat(produce("a", "1", 0, 0).duplicate()).isFalse();
    }

    @Test
    void aDuplicateIsRecognisedBeforeItsSeqIsCompared() {
        stream("a").create(StreamConfig.text());
        ProducerStamp stamp = new ProducerStamp("p", 0, 0);
        append("a", null, "x", stamp, "5");

        assertThat(append("a", null, "x", stamp, "5").duplicate()).isTrue();
    }

    @Test
    void theAppendThatClosedIsRecognisedAndNothingElse() {
        stream("a").create(StreamConfig.text());
        produce("a", "x", 0, 0);
        ProducerStamp closing = new ProducerStamp("p", 0, 1);
        assertThat(stream("a").close(Body.of("end"), closing).closed()).isTrue();

        assertThat(stream("a").close(Body.of("end"), closing).duplicate()).isTrue();
        assertThat(stream("a").close(Body.EMPTY, closing).duplicate()).isTrue();
        assertThat(rejection(() -> produce("a", "x", 0, 0))).isInstanceOf(Rejection.StreamClosed.class);
        assertThat(rejection(() -> stream("a").close(Body.EMPTY, new ProducerStamp("q", 0, 0))))
                .isInstanceOf(Rejection.StreamClosed.class);
        assertThat(stream("a").close().closed()).isTrue();
        assertThat(texts("a")).containsExactly("x", "end");
    }

    @Test
    void theLongestUnusedProducerIsForgottenFirst() {
        stream("a").create(StreamConfig.text());
        for (String id : List.of("p1", "p2", "p3")) {
            stream("a").append(Body.of(id), new ProducerStamp(id, 0, 0));
            now.updateAndGet(t -> t.plusSeconds(1));
        }
        stream("a").append(Body.of("p1"), new ProducerStamp("p1", 0, 1));

        stream("a").append(Body.of("p4"), new ProducerStamp("p4", 0, 0));

        assertThat(stream("a")
                        .append(Body.of("x"), new ProducerStamp("p1", 0, 1))
                        .duplicate())
                .isTrue();
        assertThat(stream("a")
                        .append(Body.of("x"), new ProducerStamp("p2", 0, 0))
                        .duplicate())
                .isFalse();
    }

    // ---- read

    @Test
    void anOffsetInsideAMessageIsItsBeginningAndOneAfterTheTailIsTheTail() {
        stream("a").create(StreamConfig.text());
        Offset middle = stream("a").append("hello").tail();
        Offset tail = stream("a").append("world").tail();

        assertThat(stream("a").read(new Offset(middle.position() + 3)).list())
                .extracting(Message::text)
                .containsExactly("world");
        Messages beyond = stream("a").read(Offset.of("9999999999999999_9999999999999999"));
        assertThat(beyond.list()).isEmpty();
        assertThat(beyond.next()).isEqualTo(tail);
        assertThat(beyond.upToDate()).isTrue();
        assertThat(stream("a").read(Offset.of("now")).next()).isEqualTo(tail);
        assertThat(Pieces.read(stream("a"), Offset.of("-1")).list()).hasSize(2);
        assertThat(rejection(() -> Offset.of("1,2"))).isInstanceOf(Rejection.MalformedOffset.class);
    }

    @Test
    void aReadIsBoundedButHasAtLeastOneMessage() {
        stream("a").create(StreamConfig.bytes());
        stream("a").append(List.of(new byte[10], new byte[20], new byte[30]));

        assertThat(Pieces.of(stream("a").slice(Offset.START, 1))).hasSize(1);
        assertThat(Pieces.of(stream("a").slice(Offset.START, 30))).hasSize(2);
        assertThat(Pieces.of(stream("a").slice(Offset.START, 59))).hasSize(2);
        assertThat(stream("a").slice(Offset.START, 60).upToDate()).isTrue();
    }

    @Test
    void pathsAreListedByPrefixInPages() {
        for (String path : List.of("a", "b/1", "b/2", "b/3", "b{x}", "c")) {
            stream(path).create(StreamConfig.text());
        }
        stream("b/2").delete();

        StreamPage first = leat.find("b", null, 2);
        StreamPage second = leat.find("b", first.paths().get(1), 2);

        assertThat(first.paths()).extracting(StreamPath::value).containsExactly("b/1", "b/3");
        assertThat(first.more()).isTrue();
        assertThat(second.paths()).extracting(StreamPath::value).containsExactly("b{x}");
        assertThat(second.more()).isFalse();
    }

    // ---- time

    @Test
    void anIdleStreamExpiresUnlessItIsReadOrWritten() {
        stream("a").create(StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(10))));
        pass(9);
        stream("a").read();
        pass(9);
        stream("a").append("x");
        pass(9);
        stream("a").head();
        pass(1);

        assertThat(rejection(() -> stream("a").head())).isInstanceOf(Rejection.StreamNotFound.class);
        assertThat(rejection(() -> stream("a").append("x"))).isInstanceOf(Rejection.StreamNotFound.class);
        assertThat(stream("a").create(StreamConfig.json()).isNew()).isTrue();
    }

    @Test
    void aFixedEndIsFixed() {
        stream("a").create(StreamConfig.text().with(Lifetime.until(now.get().plusSeconds(10))));
        pass(9);
        stream("a").append("x");
        pass(1);

        assertThat(rejection(() -> stream("a").read())).isInstanceOf(Rejection.StreamNotFound.class);
    }

    // ---- events

    @Test
    void listenersHearWhatHappenedInOrder() {
        List<Event> heard = new ArrayList<>();
        leat.engine().listen(heard::add);
        stream("a").create(StreamConfig.text());
        Offset tail = stream("a").append("x").tail();
        stream("a").close();
        stream("a").delete();

        StreamPath a = StreamPath.of("a");
        assertThat(heard)
                .containsExactly(
                        new Event.StreamCreated(a, Offset.START),
                        new Event.StreamAppended(a, tail),
                        new Event.StreamAppended(a, tail),
                        new Event.StreamClosed(a, tail),
                        new Event.StreamDeleted(a, false));
    }
}
