package dev.leat.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.leat.api.ContentType;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Command;
import dev.leat.api.spi.Engine;
import dev.leat.api.spi.Query;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.CreateStreamResult;
import dev.leat.api.stream.DeleteStreamResult;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Fork;
import dev.leat.api.stream.Lifetime;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.ProducerStamp;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPath;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What streams do, wherever they are. */
abstract class StreamContract {
    static final Duration LONG = Duration.ofSeconds(30);

    abstract Engine engine();

    DurableStream stream(String path) {
        return new DurableStream(engine(), StreamPath.of(path));
    }

    static void assertRefused(Runnable call, Rejection rejection) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        RejectedException.class, e -> assertThat(e.rejection()).isEqualTo(rejection));
    }

    static <R extends Rejection> R refusal(Class<R> kind, Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            assertThat(e.rejection()).isInstanceOf(kind);
            return kind.cast(e.rejection());
        }
        throw new AssertionError("it was not refused");
    }

    static List<String> texts(Iterable<Message> messages) {
        List<String> texts = new ArrayList<>();
        messages.forEach(message -> texts.add(message.text()));
        return texts;
    }

    static byte[] joined(Iterable<Message> messages) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        messages.forEach(message -> all.writeBytes(message.payload()));
        return all.toByteArray();
    }

    @Test
    void aStreamIsMadeOnceAndConfirmedAfterwards() {
        DurableStream orders = stream("orders");

        CreateStreamResult first = orders.create(StreamConfig.json());
        CreateStreamResult second = orders.create(StreamConfig.json());

        assertThat(first).isEqualTo(new CreateStreamResult(true, ContentType.JSON, Offset.START, false));
        assertThat(second).isEqualTo(new CreateStreamResult(false, ContentType.JSON, Offset.START, false));
    }

    @Test
    void aStreamTellsItsMessagesAndBytesInHeadAndListing() {
        stream("orders").create(StreamConfig.json());
        stream("orders").append("1");
        stream("orders").append("[22, 333]");
        stream("orders/fork").create(StreamConfig.forkOf(Fork.of("orders")));
        stream("orders/fork").append("4444");
        stream("orders/lines").create(StreamConfig.text().with(Body.of("hello")));

        List<StreamInfo> listed =
                engine().call(new Query.Find("orders", null, 10)).streams();

        assertThat(listed)
                .extracting(info -> info.path().value(), StreamInfo::messages, StreamInfo::bytes)
                .containsExactly(
                        tuple("orders", 3L, 2L + 3 + 4), tuple("orders/fork", 1L, 5L), tuple("orders/lines", 1L, 5L));
        for (StreamInfo info : listed) {
            StreamInfo head = stream(info.path().value()).head();
            assertThat(head.messages()).isEqualTo(info.messages());
            assertThat(head.bytes()).isEqualTo(info.bytes());
            assertThat(head.tail()).isEqualTo(info.tail());
            assertThat(head.contentType()).isEqualTo(info.contentType());
            assertThat(info.created()).isAfter(Instant.EPOCH);
        }
    }

    @Test
    void aListingTellsHowLongEachStreamLives() {
        Instant end = Instant.parse("2100-01-01T00:00:00Z");
        stream("a").create(StreamConfig.text());
        stream("b").create(StreamConfig.text().with(Lifetime.idle(Duration.ofHours(2))));
        stream("c").create(StreamConfig.text().with(Lifetime.until(end)));
        stream("c").close();

        List<StreamInfo> listed = engine().call(new Query.Find("", null, 10)).streams();

        assertThat(listed)
                .extracting(StreamInfo::lifetime, StreamInfo::closed)
                .containsExactly(
                        tuple(Lifetime.FOREVER, false),
                        tuple(Lifetime.idle(Duration.ofHours(2)), false),
                        tuple(Lifetime.until(end), true));
    }

    @Test
    void aStreamThatDiffersIsNotConfirmed() {
        stream("orders").create(StreamConfig.json());

        Rejection.StreamExists exists =
                refusal(Rejection.StreamExists.class, () -> stream("orders").create(StreamConfig.text()));

        assertThat(exists.path()).isEqualTo(StreamPath.of("orders"));
        assertThat(exists.difference()).contains("application/json");
    }

    @Test
    void namesOfAnyKindFindTheirStreams() {
        String path = "a b/ü%2F+?#&{tag}/日本/~";
        stream(path).create(StreamConfig.json().with(Body.of("1")));

        assertThat(texts(stream(path).read())).containsExactly("1");
        assertThat(stream(path).head().path()).isEqualTo(StreamPath.of(path));
        assertRefused(
                () -> stream("a b/ü%2F+?#&{tag}/日本").head(),
                new Rejection.StreamNotFound(StreamPath.of("a b/ü%2F+?#&{tag}/日本")));
    }

    @Test
    void jsonMessagesComeBackOneByOneWithTheirOffsets() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("{\"id\": 1, \"tags\": [\"a,b\", \"]\\\"\"]}");
        AppendResult last = orders.append("[{\"id\": 2}, [3, 4], \"fünf, \\\\\", -6.5e3, true, null]");

        Messages all = orders.read();

        assertThat(texts(all))
                .containsExactly(
                        "{\"id\": 1, \"tags\": [\"a,b\", \"]\\\"\"]}",
                        "{\"id\": 2}",
                        "[3, 4]",
                        "\"fünf, \\\\\"",
                        "-6.5e3",
                        "true",
                        "null");
        assertThat(all.next()).isEqualTo(last.tail());
        assertThat(all.upToDate()).isTrue();
        for (int i = 0; i < all.list().size(); i++) {
            assertThat(texts(orders.read(all.list().get(i).offset())))
                    .isEqualTo(texts(all.list().subList(i, all.list().size())));
        }
    }

    @Test
    void severalPayloadsBecomeVisibleTogether() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());

        orders.append(List.of(bytes("1"), bytes(" [2, [3]] "), bytes("{\"a\": \"[\"}")));

        assertThat(texts(orders.read()).stream().map(String::strip)).containsExactly("1", "2", "[3]", "{\"a\": \"[\"}");
    }

    @Test
    void textAndBytesComeBackByteByByte() {
        stream("text").create(StreamConfig.text());
        stream("text").append("first\r\nline\n");
        stream("text").append(" zweite Zeile ü\r");
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        stream("bytes").create(StreamConfig.bytes());
        stream("bytes").append(List.of(every, every));

        assertThat(new String(joined(stream("text").read()), StandardCharsets.UTF_8))
                .isEqualTo("first\r\nline\n zweite Zeile ü\r");
        assertThat(joined(stream("bytes").read()))
                .hasSize(512)
                .startsWith(every)
                .endsWith(every);
    }

    @Test
    void aStreamThatIsNotJsonIsBytesHoweverTheyWereAppended() {
        for (StreamConfig config : List.of(StreamConfig.text(), StreamConfig.bytes())) {
            DurableStream notes = stream("notes-" + config.contentType().value().replace('/', '-'));
            notes.create(config);
            Offset one = notes.append("one").tail();
            Offset three = notes.append(List.of(bytes("two"), bytes("three"))).tail();
            try (Producer<byte[]> producer = notes.producer().start()) {
                producer.append(bytes("four"));
                producer.append(bytes("five"));
            }
            Offset tail = notes.head().tail();

            assertChunk(notes.read(), "onetwothreefourfive", Offset.START, tail);
            assertChunk(notes.read(one), "twothreefourfive", one, tail);
            assertChunk(notes.read(three), "fourfive", three, tail);
            assertThat(notes.read(tail).list()).isEmpty();
            try (Slice slice = notes.slice(one, DurableStream.READ_BYTES)) {
                assertThat(slice.messages()).hasSize(1);
                assertThat(slice.messages().get(0).offset()).isEqualTo(one);
            }
        }
    }

    /** One read gives one message, which says where it begins and ends. */
    private static void assertChunk(Messages found, String text, Offset from, Offset next) {
        assertThat(texts(found)).containsExactly(text);
        assertThat(found.list().get(0).offset()).isEqualTo(from);
        assertThat(found.list().get(0).next()).isEqualTo(next);
        assertThat(found.next()).isEqualTo(next);
        assertThat(found.upToDate()).isTrue();
    }

    @Test
    void anEmptyStreamIsReadAsNothing() {
        stream("orders").create(StreamConfig.json());

        Messages nothing = stream("orders").read();

        assertThat(nothing).isEqualTo(new Messages(List.of(), Offset.START, true, false));
        assertThat(stream("orders").read(Offset.NOW).next()).isEqualTo(Offset.START);
    }

    @Test
    void whatCannotBeAppendedIsRefusedAndLeavesNothing() {
        DurableStream orders = stream("orders");
        assertRefused(() -> orders.append("1"), new Rejection.StreamNotFound(StreamPath.of("orders")));
        orders.create(StreamConfig.json());

        refusal(Rejection.MalformedJson.class, () -> orders.append("{\"id\": "));
        refusal(Rejection.MalformedJson.class, () -> orders.append(List.of(bytes("[1"), bytes("2]"))));
        assertRefused(() -> orders.append("[]"), new Rejection.NothingToAppend());
        assertRefused(() -> orders.append(""), new Rejection.NothingToAppend());
        assertRefused(
                () -> engine().call(
                                new Command.Append(orders.path(), ContentType.TEXT, Body.of("1"), null, null, false)),
                new Rejection.ContentTypeMismatch(ContentType.JSON, ContentType.TEXT));
        assertThat(orders.read().list()).isEmpty();
    }

    @Test
    void aSeqHasToGrow() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        engine().call(new Command.Append(orders.path(), null, Body.of("1"), null, "b", false));

        assertRefused(
                () -> engine().call(new Command.Append(orders.path(), null, Body.of("2"), null, "a", false)),
                new Rejection.SeqRegression("b", "a"));
    }

    @Test
    void aStampIsAppendedOnceAndFencesOlderOnesOff() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());

        AppendResult first = orders.append(Body.of("1"), new ProducerStamp("p", 0, 0));
        AppendResult again = orders.append(Body.of("1"), new ProducerStamp("p", 0, 0));

        assertThat(first).isEqualTo(new AppendResult(first.tail(), false, false, new ProducerStamp("p", 0, 0)));
        assertThat(again).isEqualTo(new AppendResult(first.tail(), false, true, new ProducerStamp("p", 0, 0)));
        assertRefused(() -> orders.append(Body.of("3"), new ProducerStamp("p", 0, 2)), new Rejection.ProducerGap(1, 2));
        assertRefused(
                () -> orders.append(Body.of("3"), new ProducerStamp("p", 1, 1)), new Rejection.EpochUnstarted(1, 1));
        orders.append(Body.of("2"), new ProducerStamp("p", 4, 0));
        assertRefused(() -> orders.append(Body.of("3"), new ProducerStamp("p", 0, 1)), new Rejection.EpochStale(4));
        assertThat(texts(orders.read())).containsExactly("1", "2");
    }

    @Test
    void aClosedStreamRefusesAppendsAndStaysReadable() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("1");

        AppendResult closed = orders.close(Body.of("2"));

        assertThat(closed.closed()).isTrue();
        assertRefused(() -> orders.append("3"), new Rejection.StreamClosed(orders.path(), closed.tail()));
        assertThat(orders.close()).isEqualTo(new AppendResult(closed.tail(), true, false, null));
        assertThat(texts(orders.read())).containsExactly("1", "2");
        assertThat(orders.read().closed()).isTrue();
        assertThat(orders.head().closed()).isTrue();
    }

    @Test
    void aHeadTellsTheTailTheTypeAndTheLifetime() {
        Instant end = Instant.parse("2099-01-31T12:00:00Z");
        stream("idle")
                .create(StreamConfig.of(new ContentType("text/plain; charset=utf-8"))
                        .with(Lifetime.idle(Duration.ofMinutes(5))));
        stream("until").create(StreamConfig.json().with(Lifetime.until(end)));
        Offset tail = stream("until").append("[1, 2]").tail();

        StreamInfo idle = stream("idle").head();
        StreamInfo until = stream("until").head();

        assertThat(idle.contentType().value()).isEqualTo("text/plain; charset=utf-8");
        assertThat(idle.lifetime()).isEqualTo(Lifetime.idle(Duration.ofMinutes(5)));
        assertThat(until.lifetime()).isEqualTo(Lifetime.until(end));
        assertThat(until.tail()).isEqualTo(tail);
        assertThat(until.closed()).isFalse();
    }

    @Test
    void aDeletedStreamIsGoneAndItsPathIsFree() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        orders.append("1");

        assertThat(orders.delete()).isEqualTo(new DeleteStreamResult(false));

        Rejection missing = new Rejection.StreamNotFound(orders.path());
        assertRefused(orders::read, missing);
        assertRefused(orders::head, missing);
        assertRefused(orders::delete, missing);
        assertRefused(orders::close, missing);
        assertThat(orders.create(StreamConfig.text()).isNew()).isTrue();
        orders.append("not JSON any more");
        assertThat(joined(orders.read())).asString().isEqualTo("not JSON any more");
    }

    @Test
    void aForkHasWhatItsSourceHadAndKeepsIt() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        Offset two = orders.append("[1, 2]").tail();
        orders.append("[3, 4]");

        stream("fork").create(StreamConfig.forkOf(Fork.of("orders").at(two)));
        stream("more").create(StreamConfig.forkOf(Fork.of("orders").at(two).plus(1)));
        stream("fork").append("5");
        DeleteStreamResult deleted = orders.delete();

        assertThat(texts(stream("fork").read())).containsExactly("1", "2", "5");
        assertThat(texts(stream("more").read())).containsExactly("1", "2", "3");
        assertThat(deleted).isEqualTo(new DeleteStreamResult(true));
        assertRefused(orders::read, new Rejection.StreamGone(orders.path()));
        assertRefused(orders::head, new Rejection.StreamGone(orders.path()));
    }

    @Test
    void aForkOfNothingOrTooFarOutIsRefused() {
        assertRefused(
                () -> stream("fork").create(StreamConfig.forkOf(Fork.of("orders"))),
                new Rejection.ForkSourceNotFound(StreamPath.of("orders")));
        stream("orders").create(StreamConfig.json());

        refusal(
                Rejection.ForkOutOfRange.class,
                () -> stream("fork")
                        .create(StreamConfig.forkOf(Fork.of("orders").plus(7))));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
