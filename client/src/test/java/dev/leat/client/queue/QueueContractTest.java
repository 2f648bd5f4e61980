package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ContentType;
import dev.leat.api.Rejection;
import dev.leat.api.queue.AsyncQueue;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.BrowseOptions;
import dev.leat.api.queue.CreateQueueResult;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueRefusal;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.MessageSettlement;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Provenance;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueConsumer;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for queues wherever they are: making them, enqueueing, receiving, settling. */
@ParameterizedClass
@EnumSource(Side.class)
class QueueContractTest extends Contract {
    private static final Duration LONG = Duration.ofSeconds(60);

    QueueContractTest(Side side) {
        super(side);
    }

    private static QueueConfigBuilder work() {
        return QueueConfig.builder(QueueConfig.Mode.WORK).retryBackoff(Backoff.NONE);
    }

    @Test
    void anOperatorSettlesMessagesByTheirIds() {
        MessageQueue jobs = queues().create("jobs", work().maxAttempts(5).build());
        MessageId stuck = jobs.enqueue("a").messageId();
        MessageId unwanted = jobs.enqueue("b").messageId();
        Delivery delivery = jobs.consumer("ann").receive().orElseThrow();

        SettleResult nacked = jobs.settle(stuck, new MessageSettlement.Nack(Duration.ofHours(1), "stuck"));
        SettleResult acked = jobs.async()
                .settle(unwanted, new MessageSettlement.Ack())
                .toCompletableFuture()
                .join();

        assertThat(nacked).isInstanceOf(SettleResult.Requeued.class);
        assertThat(acked).isEqualTo(new SettleResult.Acked(false));
        assertThat(refusal(() -> jobs.ack(delivery))).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(refusal(() -> jobs.settle(stuck, new MessageSettlement.Extend(Duration.ofSeconds(5)))))
                .isInstanceOf(Rejection.LeaseLost.class);
        assertThat(refusal(() -> jobs.settle(unwanted, new MessageSettlement.Release(null))))
                .isInstanceOf(Rejection.MessageNotFound.class);
        assertThat(jobs.settle(stuck, new MessageSettlement.Reject("never"))).isEqualTo(new SettleResult.Parked());
        assertThat(jobs.get(stuck).groups().get(0).history())
                .extracting(Provenance.Attempt::reason)
                .containsExactly("stuck", "never");
    }

    private static String text(MessageInfo message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void messagesAreReceivedAndShownFromTheTail() {
        MessageQueue jobs = queues().create("jobs", work().build());
        jobs.enqueue(List.of(NewMessage.of("a"), NewMessage.of("b"), NewMessage.of("c")));

        assertThat(jobs.browseFromTail().map(QueueContractTest::text)).containsExactly("c", "b", "a");
        MessagePage page = jobs.browse(BrowseOptions.limit(2).fromTail());
        assertThat(jobs.browse(BrowseOptions.limit(2).fromTail().after(page.next()))
                        .messages())
                .extracting(QueueContractTest::text)
                .containsExactly("a");
        assertThat(jobs.consumer("ann").receiveLast(2, Duration.ZERO).deliveries())
                .extracting(Delivery::text)
                .containsExactly("c", "b");
        assertThat(jobs.consumer("ann").async().receiveLast(2, LONG).join().deliveries())
                .extracting(Delivery::text)
                .containsExactly("a");
    }

    @Test
    void queuesAreMadeFoundListedChangedAndDeleted() {
        IntStream.range(0, 120).forEach(i -> queues().create("queue-" + (1000 + i)));
        queues().update("queue-1007", config -> config.maxAttempts(7));
        queues().delete("queue-1119");

        assertThat(queues().list())
                .extracting(info -> info.queue().value())
                .hasSize(119)
                .isSorted();
        assertThat(queues().list(QueueName.of("queue-1008"), 2).more()).isTrue();
        assertThat(queues().list(QueueName.of("queue-1116"), 2).more()).isFalse();
        assertThat(queues().find("queue-1007").orElseThrow().config().maxAttempts())
                .isEqualTo(7);
        assertThat(queues().find("queue-1119")).isEmpty();
        assertThat(queue("queue-1007").create(queue("queue-1007").info().config()))
                .isEqualTo(
                        new CreateQueueResult(false, queue("queue-1007").info().config()));
    }

    @Test
    void everyPartOfAConfigurationArrives() {
        queues().create("dead");
        QueueConfig config = QueueConfig.builder(QueueConfig.Mode.FANOUT)
                .lease(Duration.ofMillis(12_345))
                .longestLease(Duration.ofDays(2))
                .maxAttempts(9)
                .maxReleases(3)
                .deadLetter(QueueName.of("dead"))
                .exhausted(QueueConfig.Exhausted.DROP)
                .retryBackoff(new Backoff(Duration.ofMillis(1), 1.75, Duration.ofHours(3)))
                .expiryBackoff(Duration.ofMillis(77))
                .ttl(Duration.ofDays(400))
                .expired(QueueConfig.Expired.DEAD_LETTER)
                .dedupWindow(Duration.ofMinutes(17))
                .contentDedup(true)
                .dedupScope(QueueConfig.DedupScope.KEY)
                .maxMessages(1_000_000_000_000L)
                .maxBytes(1L << 50)
                .full(QueueConfig.Full.WAIT)
                .fullWait(Duration.ofMillis(1))
                .retention(new Retention.Limits(Duration.ofDays(3), 1L << 40, null))
                .keyBatch(5)
                .parkHoldsKey(true)
                .fair(true)
                .ageStep(Duration.ofSeconds(8))
                .maxLeases(11)
                .maxLeasesPerConsumer(2)
                .maxWaiters(7)
                .strictLease(true)
                .autoCreateGroups(true)
                .groupIdleExpiry(Duration.ofHours(1))
                .releaseOnExpire(true)
                .build();
        MessageQueue queue = queue("everything");

        assertThat(queue.create(config)).isEqualTo(new CreateQueueResult(true, config));
        assertThat(queue.info().config()).isEqualTo(config);
        QueueConfig plain = QueueConfig.fanout();
        assertThat(queue.update(plain)).isEqualTo(plain);
        assertThat(queue.info().config()).isEqualTo(plain);
        QueueConfig interest = plain.toBuilder()
                .retention(new Retention.Interest(Duration.ofMinutes(90)))
                .build();
        assertThat(queue.async().update(interest, plain).toCompletableFuture().join())
                .isEqualTo(interest);
        CompletableFuture<?> late = queue.async().update(config, plain).toCompletableFuture();
        assertThat(refusalOf(late)).isInstanceOf(Rejection.Conflict.class);
        assertThat(queue.info().config()).isEqualTo(interest);
    }

    @Test
    void changesOfManyAtOnceAreAllMade() {
        MessageQueue queue = queues().create("counted", work().maxAttempts(1).build());

        List<CompletableFuture<Void>> changes = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.runAsync(
                        () -> queue.update(
                                config -> config.maxAttempts(config.build().maxAttempts() + 1)),
                        Thread::startVirtualThread))
                .toList();
        changes.forEach(CompletableFuture::join);

        assertThat(queue.info().config().maxAttempts()).isEqualTo(9);
    }

    @Test
    void aMessageArrivesWithEverythingAboutIt() {
        MessageQueue jobs = queues().create("jobs", work().maxAttempts(3).build());
        Instant before = Instant.now().minusSeconds(1);
        EnqueueResult taken = jobs.enqueue(NewMessage.json("{\"n\": 1}")
                .withKey("k")
                .withMaxAttempts(4)
                .withTtl(Duration.ofHours(1))
                .withHeaders(Map.of("a", "b", "trace-id", "t 1")));

        Delivery job = jobs.consumer("c1").receive().orElseThrow();

        assertThat(job.messageId()).isEqualTo(taken.messageId());
        assertThat(job.seq()).isEqualTo(taken.seq());
        assertThat(taken.duplicate()).isFalse();
        assertThat(job.text()).isEqualTo("{\"n\": 1}");
        assertThat(job.contentType()).isEqualTo(ContentType.JSON);
        assertThat(job.key()).isEqualTo("k");
        assertThat(job.headers()).isEqualTo(Map.of("a", "b", "trace-id", "t 1"));
        assertThat(job.attempt()).isOne();
        assertThat(job.maxAttempts()).isEqualTo(4);
        assertThat(job.priority()).isEqualTo(NewMessage.DEFAULT_PRIORITY);
        assertThat(job.enqueuedAt()).isAfter(before);
        assertThat(job.leaseUntil()).isAfter(job.enqueuedAt());
        assertThat(job.redeliveryReason()).isNull();
        assertThat(job.provenance()).isNull();
        assertThat(jobs.ack(job)).isEqualTo(new SettleResult.Acked(false));
        assertThat(jobs.ack(job)).isEqualTo(new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.ACKED));
        assertThat(jobs.info().messages()).isZero();
    }

    @Test
    void whatNoHttpHeaderCanTellArrivesToo() {
        MessageQueue jobs = queues().create("jobs:{a}.100@b_c-d");
        NewMessage odd = NewMessage.of("x")
                .withContentType(new ContentType(" Text/Plain; charset=UTF-8; a=\"b,c\" "))
                .withKey(" Schlüssel\n")
                .withDedupId("größe 😀")
                .withHeaders(Map.of(
                        "Name With Space", " v ", "UPPER", "", "ü", "\t\u0000\uFFFF", "long", "y".repeat(15_000)));
        jobs.enqueue(odd);
        EnqueueResult again = jobs.enqueue(odd);

        Delivery job = jobs.consumer("{c}@host:1").receive().orElseThrow();

        assertThat(again.duplicate()).isTrue();
        assertThat(job.key()).isEqualTo(odd.key());
        assertThat(job.contentType()).isEqualTo(odd.contentType());
        assertThat(job.headers()).isEqualTo(odd.headers());
    }

    @Test
    void everyPayloadArrivesByteByByte() {
        MessageQueue jobs = queues().create("jobs");
        byte[] all = new byte[256];
        IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);
        List<NewMessage> messages = List.of(
                NewMessage.of(all),
                NewMessage.of(new byte[0]),
                NewMessage.of(all).withContentType(ContentType.JSON),
                NewMessage.of(all).withContentType(ContentType.TEXT),
                NewMessage.of("").withContentType(ContentType.JSON),
                NewMessage.json(" \n{\"a\" : [1, 2.50, 1e400, \"\\u00fc\" ]}\t "),
                NewMessage.json("\"text\""),
                NewMessage.json("null"),
                NewMessage.json(" 17 "),
                NewMessage.json("{not json"),
                NewMessage.json("[".repeat(600) + "]".repeat(600)),
                NewMessage.json("{\"payload\":{\"payload\":\"x\"},\"deliveryId\":1}"),
                NewMessage.of("quoted \"text\" \\ \n \u0000 ü 😀"),
                NewMessage.of("{\"a\":1}").withContentType(new ContentType("application/problem+json")),
                NewMessage.of("not json").withContentType(new ContentType("text/x+json")),
                NewMessage.of("\"json\"").withContentType(new ContentType("text/x+json")),
                NewMessage.of("ü".getBytes(StandardCharsets.ISO_8859_1))
                        .withContentType(new ContentType("text/plain; charset=iso-8859-1")));
        messages.forEach(jobs::enqueue);
        jobs.enqueue(messages);

        List<Delivery> received = jobs.receive(100, Duration.ZERO).deliveries();

        assertThat(received).hasSize(2 * messages.size());
        for (int i = 0; i < received.size(); i++) {
            NewMessage sent = messages.get(i % messages.size());
            assertThat(received.get(i).payload()).as("message " + i).isEqualTo(sent.payload());
            assertThat(received.get(i).contentType()).isEqualTo(sent.contentType());
            assertThat(jobs.get(received.get(i).messageId()).payload()).isEqualTo(sent.payload());
        }
    }

    @Test
    void priorityDelayAndMomentDecideWhenAMessageComes() {
        MessageQueue jobs = queues().create("jobs", work().priority(true).build());
        jobs.enqueue(NewMessage.of("low").withPriority(0));
        jobs.enqueue(NewMessage.of("high").withPriority(9));
        jobs.enqueue(NewMessage.of("later").withDelay(Duration.ofDays(1)));
        Instant moment = Instant.parse("2200-01-31T12:00:00.125Z");
        MessageId last =
                jobs.enqueue(NewMessage.of("last").withNotBefore(moment)).messageId();

        assertThat(jobs.receive(10, Duration.ZERO)).extracting(Delivery::text).containsExactly("high", "low");
        assertThat(jobs.get(last).notBefore()).isEqualTo(moment);
        assertThat(jobs.info().groups().get(0).scheduled()).isEqualTo(2);
    }

    @Test
    void aListIsEnqueuedTogetherOrOneByOne() {
        MessageQueue jobs = queues().create("jobs", work().maxMessages(2).build());
        List<NewMessage> three = List.of(NewMessage.of("a"), NewMessage.of("b"), NewMessage.of("c"));

        assertThat(refusal(() -> jobs.enqueue(three))).isInstanceOf(Rejection.BadArgument.class);
        assertThat(jobs.info().messages()).isZero();
        assertThat(jobs.enqueueEach(three))
                .hasSize(3)
                .last()
                .isInstanceOfSatisfying(
                        EnqueueRefusal.class,
                        refused -> assertThat(refused.rejection()).isInstanceOf(Rejection.QueueFull.class));
        assertThat(jobs.pop(10)).extracting(Delivery::text).containsExactly("a", "b");
    }

    @Test
    void messagesArePoppedFromEitherSide() {
        MessageQueue jobs = queues().create("jobs");
        List.of("a", "b", "c", "d").forEach(jobs::enqueue);

        assertThat(jobs.pop(1)).extracting(Delivery::text).containsExactly("a");
        assertThat(jobs.popLast(2)).extracting(Delivery::text).containsExactly("d", "c");
        assertThat(jobs.info().messages()).isOne();
    }

    @Test
    void aMessageIsNackedReleasedExtendedAndRejected() {
        MessageQueue jobs = queues().create("jobs", work().build());
        QueueConsumer consumer = jobs.consumer("c1");
        jobs.enqueue("a");

        Delivery first = consumer.receive().orElseThrow();
        assertThat(jobs.nack(first, "broken")).isInstanceOf(SettleResult.Requeued.class);
        Delivery second = consumer.receive().orElseThrow();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.redeliveryReason()).isEqualTo(Delivery.Redelivery.NACKED);
        jobs.release(second);
        Delivery third = consumer.receive().orElseThrow();
        assertThat(third.attempt()).isEqualTo(2);
        assertThat(third.redeliveryReason()).isEqualTo(Delivery.Redelivery.RELEASED);
        assertThat(jobs.extend(third, LONG))
                .isInstanceOfSatisfying(
                        SettleResult.Extended.class,
                        extended -> assertThat(extended.leaseUntil()).isAfter(third.leaseUntil()));
        assertThat(jobs.reject(third, "hopeless")).isEqualTo(new SettleResult.Parked());
        assertThat(refusal(() -> jobs.nack(first))).isInstanceOf(Rejection.LeaseLost.class);
    }

    @Test
    void severalAreSettledEachOrTogether() {
        MessageQueue jobs = queues().create("jobs", work().build());
        jobs.enqueue("a");
        jobs.enqueue("b");
        List<Delivery> both = jobs.receive(2, Duration.ZERO).deliveries();
        jobs.nack(both.get(0), Duration.ofHours(1));
        List<Settlement> nacks = both.stream()
                .<Settlement>map(delivery -> Settlement.Nack.of(delivery.deliveryId()))
                .toList();

        Rejection.LeaseLost lost = new Rejection.LeaseLost(dev.leat.api.queue.MessageInfo.State.SCHEDULED, null, null);
        assertThat(refusal(() -> jobs.settleTogether(nacks))).isEqualTo(new Rejection.Conflict(0, lost.reason(), lost));
        List<SettleResult> each = jobs.settle(nacks);

        assertThat(each.get(0)).isEqualTo(new SettleResult.Refused(lost));
        assertThat(each.get(1)).isInstanceOf(SettleResult.Requeued.class);
    }

    @Test
    void aReceiveWaitsForAMessageAndAnInterruptEndsItsWaiting() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        CompletableFuture<Deliveries> received = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            received.complete(jobs.receive(1, LONG));
            stillInterrupted.set(Thread.currentThread().isInterrupted());
        });
        Until.holds("it waits", () -> jobs.info().groups().get(0).waiters() == 1);
        waiting.interrupt();
        waiting.join();

        assertThat(received.join()).isEmpty();
        assertThat(stillInterrupted).isTrue();
        Until.holds("nobody waits", () -> jobs.info().groups().get(0).waiters() == 0);
        CompletableFuture<Deliveries> next =
                CompletableFuture.supplyAsync(() -> jobs.receive(1, LONG), Thread::startVirtualThread);
        jobs.enqueue("a");
        assertThat(next.join()).extracting(Delivery::text).containsExactly("a");
    }

    @Test
    void aReceiveThatIsCancelledStopsWaiting() throws InterruptedException {
        MessageQueue jobs = queues().create("jobs");
        for (int i = 0; i < 20; i++) {
            CompletableFuture<Deliveries> receive = jobs.async().receive(1, LONG);
            Until.holds("it waits", () -> jobs.info().groups().get(0).waiters() == 1);

            assertThat(receive.cancel(false)).isTrue();
            Until.holds("nobody waits", () -> jobs.info().groups().get(0).waiters() == 0);
        }
        jobs.enqueue("a");
        assertThat(jobs.receive(1, LONG)).extracting(Delivery::attempt).containsExactly(1);
    }

    @Test
    void aReceiveThatFindsNothingSaysSoWhenItsTimeIsOver() {
        MessageQueue jobs = queues().create("jobs");

        assertThat(jobs.receive(1, Duration.ofMillis(20))).isEmpty();
        assertThat(jobs.receive(1, Duration.ZERO).throttled()).isFalse();
        jobs.pause();
        jobs.enqueue("a");
        assertThat(jobs.receive(1, Duration.ZERO).throttled()).isTrue();
    }

    @Test
    void asyncCallsAnswerAndRefuseAsStages() {
        AsyncQueue jobs = queue("jobs").async();
        SettleResult settled = jobs.create(QueueConfig.work())
                .thenCompose(created -> jobs.enqueue("a"))
                .thenCompose(taken -> jobs.receive(1, Duration.ZERO))
                .thenCompose(received -> jobs.ack(received.deliveries().get(0)))
                .toCompletableFuture()
                .join();

        assertThat(settled).isEqualTo(new SettleResult.Acked(false));
        assertThat(refusalOf(queue("none").async().info().toCompletableFuture()))
                .isEqualTo(new Rejection.QueueNotFound(QueueName.of("none")));
    }

    private static Rejection refusalOf(CompletableFuture<?> call) {
        return refusal(() -> {
            try {
                call.join();
            } catch (CompletionException e) {
                throw (RuntimeException) e.getCause();
            }
        });
    }
}
