package dev.leat.engine.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import dev.leat.engine.Settings;
import dev.leat.engine.settings.Limits;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every way to ask for the wrong thing has a refusal of its own, and changes nothing. */
class RejectionTest {
    private static final StreamPath PATH = StreamPath.of("a");

    private Leat leat;
    private DurableStream stream;

    @BeforeEach
    void open() {
        leat = Leat.inMemory(Settings.defaults().with(Limits.defaults().withAppendBytes(1000)));
        stream = leat.stream("a");
        stream.create(StreamConfig.text().with(Body.of("first")));
    }

    @AfterEach
    void close() {
        leat.close();
    }

    /** The call is refused like that, and the stream and the totals are as they were. */
    private void assertRefused(Rejection expected, Consumer<DurableStream> call) {
        StreamInfo before = stream.head();
        long bytes = leat.stats().bytes();
        int streams = leat.stats().streams();

        assertThat(Small.refusal(() -> call.accept(stream))).isEqualTo(expected);

        assertThat(stream.head()).isEqualTo(before);
        assertThat(leat.stats().bytes()).isEqualTo(bytes);
        assertThat(leat.stats().streams()).isEqualTo(streams);
    }

    private void append(@Nullable ContentType type, @Nullable String seq, String text) {
        leat.engine().call(new Command.Append(PATH, type, Body.of(text), null, seq, false));
    }

    @Test
    void anUnknownStream() {
        StreamPath none = StreamPath.of("none");
        DurableStream unknown = leat.stream("none");

        assertRefused(new Rejection.StreamNotFound(none), s -> unknown.append("x"));
        assertRefused(new Rejection.StreamNotFound(none), s -> unknown.read());
        assertRefused(new Rejection.StreamNotFound(none), s -> unknown.head());
        assertRefused(new Rejection.StreamNotFound(none), s -> unknown.delete());
        assertRefused(new Rejection.StreamNotFound(none), s -> unknown.close());
        assertRefused(new Rejection.StreamNotFound(none), s -> unknown.follow(Offset.NOW));
    }

    @Test
    void aStreamThatOnlyForksStillRead() {
        leat.stream("source").create(StreamConfig.text().with(Body.of("kept")));
        leat.stream("fork").create(StreamConfig.forkOf(Fork.of("source")));
        leat.stream("source").delete();
        StreamPath source = StreamPath.of("source");

        assertRefused(
                new Rejection.StreamGone(source), s -> leat.stream("source").append("x"));
        assertRefused(
                new Rejection.StreamGone(source), s -> leat.stream("source").read());
        assertRefused(
                new Rejection.StreamGone(source), s -> leat.stream("source").delete());
        assertRefused(
                new Rejection.ForkSourceGone(source),
                s -> leat.stream("new").create(StreamConfig.forkOf(Fork.of("source"))));
        assertThat(Small.texts(leat, "fork")).containsExactly("kept");
    }

    @Test
    void aClosedStream() {
        Offset tail = stream.close(Body.of("last")).tail();

        assertRefused(new Rejection.StreamClosed(PATH, tail), s -> s.append("x"));
        assertRefused(new Rejection.StreamClosed(PATH, tail), s -> s.close(Body.of("x")));
        assertRefused(
                new Rejection.StreamClosed(PATH, tail), s -> s.append(Body.of("x"), new ProducerStamp("p", 0, 0)));
        assertThat(stream.close().tail()).isEqualTo(tail);
    }

    @Test
    void anotherContentType() {
        assertRefused(
                new Rejection.ContentTypeMismatch(ContentType.TEXT, ContentType.JSON),
                s -> append(ContentType.JSON, null, "{}"));
        assertRefused(
                new Rejection.ContentTypeMismatch(ContentType.TEXT, ContentType.JSON),
                s -> leat.stream("fork")
                        .create(new StreamConfig(ContentType.JSON, null, Body.EMPTY, false, Fork.of("a"))));
    }

    @Test
    void aStreamThatWasMadeOtherwise() {
        assertRefused(new Rejection.StreamExists(PATH, "it holds text/plain"), s -> s.create(StreamConfig.json()));
        assertRefused(
                new Rejection.StreamExists(PATH, "it ends when it is deleted"),
                s -> s.create(StreamConfig.text().with(Lifetime.idle(Duration.ofHours(1)))));
        assertRefused(
                new Rejection.StreamExists(PATH, "it is open"),
                s -> s.create(StreamConfig.text().ended()));
    }

    @Test
    void aPayloadThatIsTooLarge() {
        assertRefused(new Rejection.PayloadTooLarge(1001, 1000), s -> s.append(new byte[1001]));
        assertRefused(new Rejection.PayloadTooLarge(1200, 1000), s -> s.append(List.of(new byte[600], new byte[600])));
        assertRefused(
                new Rejection.PayloadTooLarge(1001, 1000),
                s -> leat.stream("new").create(StreamConfig.bytes().with(Body.of(new byte[1001]))));
    }

    @Test
    void nothingToAppend() {
        assertRefused(new Rejection.NothingToAppend(), s -> s.append(""));
        assertRefused(new Rejection.NothingToAppend(), s -> s.append(List.of(new byte[1], new byte[0])));
    }

    @Test
    void malformedJson() {
        leat.stream("json").create(StreamConfig.json());

        assertThat(Small.refusal(() -> leat.stream("json").append("{\"open\":")))
                .isInstanceOf(Rejection.MalformedJson.class);
        assertThat(Small.refusal(() -> leat.stream("json").append("[1, 2, oops]")))
                .isInstanceOf(Rejection.MalformedJson.class);

        assertThat(leat.stream("json").read().list()).isEmpty();
    }

    @Test
    void aMalformedOffset() {
        assertRefused(new Rejection.MalformedOffset("12"), s -> s.read(Offset.of("12")));
        assertRefused(new Rejection.MalformedOffset(""), s -> s.read(Offset.of("")));
    }

    @Test
    void aSeqThatIsNotAfterTheLast() {
        append(null, "b", "second");

        assertRefused(new Rejection.SeqRegression("b", "b"), s -> append(null, "b", "x"));
        assertRefused(new Rejection.SeqRegression("b", "a"), s -> append(null, "a", "x"));
    }

    @Test
    void aStaleEpoch() {
        stream.append(Body.of("x"), new ProducerStamp("p", 3, 0));

        assertRefused(new Rejection.EpochStale(3), s -> s.append(Body.of("y"), new ProducerStamp("p", 2, 1)));
    }

    @Test
    void anEpochThatDoesNotStartAtZero() {
        stream.append(Body.of("x"), new ProducerStamp("p", 0, 0));

        assertRefused(new Rejection.EpochUnstarted(1, 5), s -> s.append(Body.of("y"), new ProducerStamp("p", 1, 5)));
    }

    @Test
    void aGap() {
        stream.append(Body.of("x"), new ProducerStamp("p", 0, 0));

        assertRefused(new Rejection.ProducerGap(1, 2), s -> s.append(Body.of("y"), new ProducerStamp("p", 0, 2)));
        assertRefused(new Rejection.ProducerGap(0, 1), s -> s.append(Body.of("y"), new ProducerStamp("q", 0, 1)));
        stream.append(Body.of("y"), new ProducerStamp("p", 0, 1));
    }

    @Test
    void aForkOfNothing() {
        assertRefused(
                new Rejection.ForkSourceNotFound(StreamPath.of("none")),
                s -> leat.stream("fork").create(StreamConfig.forkOf(Fork.of("none"))));
    }

    @Test
    void aForkBeyondTheTail() {
        assertThat(Small.refusal(() -> leat.stream("fork")
                        .create(StreamConfig.forkOf(Fork.of("a").at(new Offset(6))))))
                .isInstanceOf(Rejection.ForkOutOfRange.class);
        assertThat(Small.refusal(() -> leat.stream("fork")
                        .create(StreamConfig.forkOf(
                                Fork.of("a").at(Offset.START).plus(6)))))
                .isInstanceOf(Rejection.ForkOutOfRange.class);
    }

    @Test
    void aClosedEngine() {
        leat.close();

        assertThat(Small.refusal(() -> stream.append("x"))).isInstanceOf(Rejection.Unavailable.class);
        assertThat(Small.refusal(() -> stream.read())).isInstanceOf(Rejection.Unavailable.class);
        assertThat(Small.refusal(() -> stream.head())).isInstanceOf(Rejection.Unavailable.class);
    }
}
