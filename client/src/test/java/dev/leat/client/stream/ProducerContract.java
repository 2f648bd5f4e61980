package dev.leat.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.NotFoundException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.spi.Engine;
import dev.leat.api.stream.AppendResult;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.DurableStream;
import dev.leat.api.stream.Message;
import dev.leat.api.stream.Messages;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.Producer;
import dev.leat.api.stream.StreamConfig;
import dev.leat.api.stream.StreamPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What producers do, wherever the stream is. */
abstract class ProducerContract {

    abstract Engine engine();

    DurableStream stream(String path) {
        return new DurableStream(engine(), StreamPath.of(path));
    }

    static byte[] bytes(Object text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static AppendResult appended(Producer<byte[]> producer, String text) {
        return producer.append(bytes(text)).toCompletableFuture().join();
    }

    static List<String> all(DurableStream stream) {
        List<String> texts = new ArrayList<>();
        Offset at = Offset.START;
        while (true) {
            Messages page = stream.read(at);
            for (Message message : page) {
                texts.add(message.text());
            }
            if (page.upToDate()) {
                return texts;
            }
            at = page.next();
        }
    }

    @Test
    void everyMessageIsThereOnceAndInOrder() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());

        try (Producer<byte[]> producer =
                orders.producer().inFlight(8).batchBytes(200).start()) {
            IntStream.range(0, 5000).forEach(i -> producer.append(bytes(i)));
        }

        assertThat(all(orders))
                .containsExactlyElementsOf(
                        IntStream.range(0, 5000).mapToObj(Integer::toString).toList());
    }

    @Test
    void whatWaitsForAProducerThrowsAnExceptionThatNamesTheLineOfTheCaller() {
        Producer<byte[]> producer = stream("nowhere").producer().start();
        producer.append(bytes(1));

        assertThatThrownBy(producer::flush).satisfies(ProducerContract::isNotFoundByThisTest);
        assertThatThrownBy(producer::finish).satisfies(ProducerContract::isNotFoundByThisTest);
    }

    private static void isNotFoundByThisTest(Throwable thrown) {
        assertThat(thrown).isExactlyInstanceOf(NotFoundException.class);
        assertThat(thrown.getStackTrace())
                .anySatisfy(line -> assertThat(line.getClassName()).isEqualTo(ProducerContract.class.getName()));
    }

    @Test
    void anAppendCompletesWhenItIsInTheStream() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());

        try (Producer<byte[]> producer = orders.producer().start()) {
            AppendResult appended = appended(producer, "1");

            assertThat(appended.tail()).isEqualTo(orders.head().tail());
        }
    }

    @Test
    void manyThreadsShareAProducer() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());

        try (Producer<byte[]> producer = orders.producer().waitingBytes(500).start()) {
            List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                        for (int i = 0; i < 500; i++) {
                            producer.append(bytes("[" + thread + "," + i + "]"));
                        }
                    }))
                    .toList();
            threads.forEach(CompletableFuture::join);
            producer.flush();
        }

        assertThat(all(orders)).hasSize(4000); // an array of two numbers is two messages
    }

    @Test
    void aNameThatComesBackGoesOnInANewEpochAndFencesTheOldOneOff() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        Producer<byte[]> first = orders.producer().id("importer").start();
        appended(first, "1");

        try (Producer<byte[]> second = orders.producer().id("importer").start()) {
            appended(second, "2");

            assertThatThrownBy(() -> appended(first, "lost"))
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            RejectedException.class,
                            e -> assertThat(e.rejection()).isEqualTo(new Rejection.EpochStale(1)));
            appended(second, "3");
        }

        assertThat(all(orders)).containsExactly("1", "2", "3");
        assertThatThrownBy(first::flush).isInstanceOf(RejectedException.class);
    }

    @Test
    void anEpochThatWasSaidIsKeptOrClaimedIfItIsOld() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        try (Producer<byte[]> newer = orders.producer().id("p").epoch(5).start()) {
            newer.append(bytes("1"));
        }

        Producer<byte[]> old = orders.producer().id("p").epoch(3).start();
        assertThatThrownBy(() -> appended(old, "2")).hasCauseInstanceOf(RejectedException.class);
        try (Producer<byte[]> claiming =
                orders.producer().id("p").epoch(3).claimIfStale().start()) {
            assertThat(appended(claiming, "3").producer().epoch()).isEqualTo(6);
        }

        assertThat(all(orders)).containsExactly("1", "3");
    }

    @Test
    void theStreamIsEndedAfterEverything() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        Producer<byte[]> producer = orders.producer().start();
        IntStream.range(0, 100).forEach(i -> producer.append(bytes(i)));

        AppendResult end = producer.finish();

        assertThat(end.closed()).isTrue();
        assertThat(all(orders)).hasSize(100);
        assertThat(orders.head().closed()).isTrue();
        assertThatThrownBy(() -> producer.append(bytes("late"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theLastMessageEndsTheStreamInOneStep() {
        DurableStream orders = stream("orders");
        orders.create(StreamConfig.json());
        Producer<byte[]> producer = orders.producer().id("p").start();
        IntStream.range(0, 100).forEach(i -> producer.append(bytes(i)));

        AppendResult end = producer.finish(bytes("\"last\""));
        AppendResult again = orders.close(Body.of("\"last\""), end.producer());

        assertThat(end.closed()).isTrue();
        assertThat(again.duplicate()).isTrue(); // the message and the end have one stamp
        assertThat(all(orders)).hasSize(101).last().isEqualTo("\"last\"");
        assertThatThrownBy(() -> producer.finish(bytes("1"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatIsRefusedForGoodEndsTheProducer() {
        DurableStream orders = stream("orders");
        Producer<byte[]> producer = orders.producer().start();

        assertThatThrownBy(() -> appended(producer, "1"))
                .cause()
                .isInstanceOfSatisfying(
                        RejectedException.class,
                        e -> assertThat(e.rejection()).isEqualTo(new Rejection.StreamNotFound(orders.path())));

        assertThatThrownBy(() -> appended(producer, "2")).hasCauseInstanceOf(RejectedException.class);
        assertThatThrownBy(producer::close).isInstanceOf(RejectedException.class);
    }
}
