package dev.leat.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamConfig;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the protocol says of forks, a sentence at a time, on an engine in memory. */
class ForkRulesTest extends StreamRules {

    @Test
    void aForkInheritsBytesAndNothingElse() {
        stream("a").create(StreamConfig.text().with(Lifetime.idle(Duration.ofSeconds(60))));
        produce("a", "one", 0, 0);
        Offset middle = stream("a").head().tail();
        produce("a", "two", 0, 1);
        stream("a").close();

        stream("b").create(StreamConfig.forkOf(Fork.of("a").at(middle)));

        assertThat(produce("b", "TWO", 0, 0).duplicate()).isFalse();
        assertThat(texts("b")).containsExactly("one", "TWO");
        assertThat(texts("a")).containsExactly("one", "two");
        assertThat(stream("b").head().lifetime()).isEqualTo(Lifetime.idle(Duration.ofSeconds(60)));
        assertThat(stream("b").head().closed()).isFalse();
    }

    @Test
    void subOffsetsCutMessagesOrCountThem() {
        stream("a").create(StreamConfig.text().with(Body.of("abcdef")));
        stream("b").create(StreamConfig.forkOf(Fork.of("a").at(Offset.START).plus(4)));
        stream("c")
                .create(StreamConfig.forkOf(Fork.of("b").at(Offset.START).plus(2))
                        .with(Body.of("Z")));
        stream("j").create(StreamConfig.json().with(Body.of("[1,2,3]")));
        stream("k").create(StreamConfig.forkOf(Fork.of("j").at(Offset.START).plus(2)));

        assertThat(texts("b")).containsExactly("abcd");
        assertThat(texts("c")).containsExactly("ab", "Z");
        assertThat(texts("k")).containsExactly("1", "2");
        assertThat(rejection(() -> stream("x")
                        .create(StreamConfig.forkOf(
                                Fork.of("a").at(Offset.START).plus(7)))))
                .isInstanceOf(Rejection.ForkOutOfRange.class);
        assertThat(rejection(() -> stream("x")
                        .create(StreamConfig.forkOf(
                                Fork.of("j").at(Offset.START).plus(4)))))
                .isInstanceOf(Rejection.ForkOutOfRange.class);
        assertThat(rejection(() ->
                        stream("x").create(StreamConfig.forkOf(Fork.of("a").plus(1)))))
                .isInstanceOf(Rejection.ForkOutOfRange.class);
        assertThat(rejection(() ->
                        stream("x").create(StreamConfig.forkOf(Fork.of("a").at(Offset.of("0_7"))))))
                .isInstanceOf(Rejection.ForkOutOfRange.class);
    }

    @Test
    void aRefusedForkLeavesNoReference() {
        stream("a").create(StreamConfig.text().with(Body.of("abc")));
        stream("taken").create(StreamConfig.text());
        assertThat(rejection(() -> stream("taken").create(StreamConfig.forkOf(Fork.of("a")))))
                .isInstanceOf(Rejection.StreamExists.class);
        assertThat(rejection(() ->
                        stream("x").create(new StreamConfig(ContentType.JSON, null, Body.EMPTY, false, Fork.of("a")))))
                .isInstanceOf(Rejection.ContentTypeMismatch.class);
        assertThat(rejection(() ->
                        stream("x").create(StreamConfig.forkOf(Fork.of("a")).with(Body.of(new byte[1001])))))
                .isInstanceOf(Rejection.PayloadTooLarge.class);

        assertThat(stream("a").delete().hidden()).isFalse();
    }

    @Test
    void aForkIsConfirmedWhenItIsAskedForAgain() {
        stream("a").create(StreamConfig.text().with(Body.of("abc")));
        StreamConfig fork = StreamConfig.forkOf(Fork.of("a").at(Offset.START).plus(2));
        assertThat(stream("b").create(fork).isNew()).isTrue();

        assertThat(stream("b").create(fork).isNew()).isFalse();
        assertThat(rejection(() -> stream("b")
                        .create(StreamConfig.forkOf(
                                Fork.of("a").at(Offset.START).plus(1)))))
                .isInstanceOf(Rejection.StreamExists.class);
        assertThat(rejection(() -> stream("b").create(StreamConfig.text()))).isInstanceOf(Rejection.StreamExists.class);
    }

    @Test
    void aDeletedSourceIsHiddenUntilItsLastForkIsGone() {
        stream("a").create(StreamConfig.text().with(Body.of("abc")));
        stream("b").create(StreamConfig.forkOf(Fork.of("a")));
        stream("c").create(StreamConfig.forkOf(Fork.of("b")));

        assertThat(stream("a").delete().hidden()).isTrue();
        assertThat(stream("b").delete().hidden()).isTrue();

        assertThat(texts("c")).containsExactly("abc");
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> stream("a").read(),
                () -> stream("a").head(),
                () -> stream("a").append("x"),
                () -> stream("a").close(),
                () -> stream("a").delete())) {
            assertThat(rejection(use)).isInstanceOf(Rejection.StreamGone.class);
        }
        assertThat(rejection(() -> stream("a").create(StreamConfig.text()))).isInstanceOf(Rejection.StreamExists.class);
        assertThat(rejection(() -> stream("d").create(StreamConfig.forkOf(Fork.of("a")))))
                .isInstanceOf(Rejection.ForkSourceGone.class);

        stream("c").delete();

        awaitGone("b");
        awaitGone("a");
        assertThat(leat.stats().bytes()).isZero();
    }
}
