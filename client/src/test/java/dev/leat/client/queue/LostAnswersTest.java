package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.Leat;
import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.Worker;
import dev.leat.api.stream.Body;
import dev.leat.api.stream.StreamConfig;
import dev.leat.client.LeatClient;
import dev.leat.client.ServerInProcess;
import dev.leat.client.queue.LossyProxy.Fate;
import dev.leat.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Connections that end at the wrong moment: nothing is done twice, and nobody is told something wrong. */
@Execution(ExecutionMode.CONCURRENT)
class LostAnswersTest {
    private final ServerInProcess server = ServerInProcess.start();
    private final Leat leat = server.leat();
    private LossyProxy proxy;
    private LeatClient client;
    private MessageQueue jobs;

    @BeforeEach
    void connect() throws IOException {
        proxy = new LossyProxy(server.port());
        client = LeatClient.builder(proxy.url()).timeout(Duration.ofSeconds(2)).build();
        jobs = client.queues().create("jobs-{a}");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        proxy.close();
        server.close();
    }

    /** The next requests fare like this, and all others well. */
    private void next(Fate... fates) {
        Queue<Fate> left = new ArrayDeque<>(List.of(fates));
        proxy.fates(() -> {
            synchronized (left) {
                Fate fate = left.poll();
                return fate == null ? Fate.PASS : fate;
            }
        });
    }

    /** How many messages there are, past the proxy. */
    private long messages() {
        return leat.queue("jobs-{a}").info().messages();
    }

    @Test
    void anEnqueueWithADedupIdIsRepeatedAndOneWithoutIsNot() {
        for (Fate fate : List.of(Fate.LOSE_REQUEST, Fate.LOSE_ANSWER, Fate.CUT_ANSWER, Fate.SWALLOW_ANSWER)) {
            jobs.purge();
            next(fate);
            jobs.enqueue(NewMessage.of("a").withDedupId("id " + fate));
            assertThat(messages()).as("with a dedup id, " + fate).isOne();

            jobs.purge();
            next(fate);
            assertThat(Contract.refusal(() -> jobs.enqueue("a"))).isInstanceOf(Rejection.OutcomeUnknown.class);
            assertThat(messages()).as("without one, " + fate).isEqualTo(fate == Fate.LOSE_REQUEST ? 0 : 1);

            jobs.purge();
            next(fate);
            List<NewMessage> mixed = List.of(NewMessage.of("a").withDedupId("mixed " + fate), NewMessage.of("b"));
            assertThat(Contract.refusal(() -> jobs.enqueue(mixed))).isInstanceOf(Rejection.OutcomeUnknown.class);
            assertThat(messages()).as("with some, " + fate).isEqualTo(fate == Fate.LOSE_REQUEST ? 0 : 2);
        }
    }

    @Test
    void anEnqueueIsTriedAgainWhereNobodyListens() throws IOException {
        proxy.close();
        client.close();
        client =
                LeatClient.builder(proxy.url()).retryFor(Duration.ofMillis(300)).build();
        MessageQueue unreachable = client.queue("jobs-{a}");

        assertThat(Contract.refusal(() -> unreachable.enqueue("a")))
                .isInstanceOfSatisfying(
                        Rejection.Unavailable.class,
                        unavailable -> assertThat(unavailable.reason()).contains("no server at"));
        assertThat(messages()).isZero();
    }

    @Test
    void aPopIsNeverRepeated() {
        jobs.enqueue("a");
        jobs.enqueue("b");
        next(Fate.LOSE_ANSWER);

        assertThat(Contract.refusal(() -> jobs.pop(1))).isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(messages()).isOne();
    }

    @Test
    void aClientThatMayDoThingsTwiceStillTakesNothingOutTwice() {
        client.close();
        client = LeatClient.builder(proxy.url()).atLeastOnce().build();
        jobs = client.queue("jobs-{a}");
        next(Fate.LOSE_ANSWER);
        jobs.enqueue("a");
        assertThat(messages()).isEqualTo(2);

        next(Fate.LOSE_ANSWER);
        assertThat(Contract.refusal(() -> jobs.pop(1))).isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(messages()).isOne();
    }

    @Test
    void anAckIsRepeatedUntilItIsHeard() {
        jobs.enqueue("a");
        Delivery job = jobs.receive(1, Duration.ZERO).deliveries().get(0);
        next(Fate.LOSE_ANSWER, Fate.LOSE_REQUEST, Fate.CUT_ANSWER);

        assertThat(jobs.ack(job)).isEqualTo(new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.ACKED));
        assertThat(messages()).isZero();
    }

    @Test
    void whatCanBeSaidOnceOnlyIsSaidToBeUnknownIfItMayHaveBeenSaid() {
        jobs.enqueue("a");
        Delivery first = jobs.receive(1, Duration.ZERO).deliveries().get(0);
        next(Fate.LOSE_REQUEST);
        assertThat(jobs.release(first)).isInstanceOf(SettleResult.Requeued.class);

        Delivery second = jobs.receive(1, Duration.ZERO).deliveries().get(0);
        next(Fate.LOSE_ANSWER);
        assertThat(Contract.refusal(() -> jobs.release(second))).isInstanceOf(Rejection.OutcomeUnknown.class);

        Delivery third = jobs.receive(1, Duration.ZERO).deliveries().get(0);
        next(Fate.LOSE_ANSWER);
        assertThat(jobs.extend(third, Duration.ofMinutes(1))).isInstanceOf(SettleResult.Extended.class);
        next(Fate.LOSE_ANSWER);
        assertThat(Contract.refusal(() -> jobs.settleTogether(List.of(Settlement.Release.of(third.deliveryId())))))
                .isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(leat.queue("jobs-{a}").info().groups().get(0).ready()).isOne();
    }

    @Test
    void aConfigurationIsChangedOnce() {
        QueueConfig before = jobs.info().config();
        QueueConfig after = before.toBuilder().maxAttempts(9).build();
        next(Fate.LOSE_ANSWER);

        assertThat(jobs.update(after)).isEqualTo(after);
        next(Fate.PASS, Fate.LOSE_ANSWER); // asked, then changed
        assertThat(Contract.refusal(() ->
                        jobs.update(config -> config.maxAttempts(config.build().maxAttempts() + 1))))
                .isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(jobs.info().config().maxAttempts()).isEqualTo(10);
    }

    @Test
    void aTransactionIsDoneOnce() {
        client.queues().create("mails-{a}");
        client.stream("{a}/log").create(StreamConfig.text());
        jobs.enqueue("a");
        Delivery job = jobs.receive(1, Duration.ZERO).deliveries().get(0);

        next(Fate.LOSE_REQUEST);
        client.transaction().ack("jobs-{a}", job).enqueue("mails-{a}", "x").commit();
        assertThat(leat.queue("mails-{a}").info().messages()).isOne();

        jobs.enqueue("b");
        Delivery other = jobs.receive(1, Duration.ZERO).deliveries().get(0);
        next(Fate.LOSE_ANSWER);
        assertThat(Contract.refusal(() -> client.transaction()
                        .ack("jobs-{a}", other)
                        .enqueue("mails-{a}", "y")
                        .commit()))
                .isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(leat.queue("mails-{a}").info().messages()).isEqualTo(2);

        next(Fate.LOSE_REQUEST);
        assertThat(Contract.refusal(() ->
                        client.transaction().append("{a}/log", Body.of("z")).commit()))
                .isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(leat.stream("{a}/log").read().list()).isEmpty();
    }

    @Test
    void aMessageThatIsCancelledTwiceIsGone() {
        NewMessage message = NewMessage.of("a");
        var id = jobs.enqueue(message).messageId();
        next(Fate.LOSE_REQUEST);
        jobs.cancel(id);
        var other = jobs.enqueue(message).messageId();
        next(Fate.LOSE_ANSWER);
        assertThat(Contract.refusal(() -> jobs.cancel(other))).isInstanceOf(Rejection.OutcomeUnknown.class);
        assertThat(messages()).isZero();
    }

    @Seeds(3)
    void everyMessageIsEnqueuedOnceAndHandledOverAConnectionThatFailsAllTheTime(long seed) throws Exception {
        Random random = new Random(seed);
        client.queues()
                .update(
                        "jobs-{a}",
                        config -> config.lease(Duration.ofSeconds(1)).maxAttempts(0));
        Fate[] fates = {Fate.LOSE_REQUEST, Fate.LOSE_ANSWER, Fate.CUT_ANSWER};
        proxy.fates(() -> {
            synchronized (random) {
                return random.nextInt(4) == 0 ? fates[random.nextInt(fates.length)] : Fate.PASS;
            }
        });
        Map<String, Set<Long>> handled = new ConcurrentHashMap<>();
        try (Worker worker = jobs.worker(
                        job -> handled.computeIfAbsent(job.text(), text -> ConcurrentHashMap.newKeySet())
                                .add(job.seq()))
                .start()) {
            List<String> texts =
                    IntStream.range(0, 60).mapToObj(i -> "job " + i).toList();
            texts.forEach(text -> jobs.enqueue(NewMessage.of(text).withDedupId(text)));
            Until.holds(
                    "all are done",
                    () -> messages() == 0
                            && handled.size() == texts.size()
                            && worker.stats().running() == 0);
            proxy.fates(() -> Fate.PASS);
        }

        assertThat(handled.values()).allSatisfy(seqs -> assertThat(seqs).hasSize(1));
        assertThat(leat.queue("jobs-{a}").info().enqueued()).isEqualTo(60);
    }

    @Test
    void enqueuesOneAfterTheOtherKeepTheirOrder() {
        Queue<Fate> fates = new ArrayDeque<>(List.of(Fate.values()));
        fates.remove(Fate.SWALLOW_ANSWER);
        List<Fate> circle = new ArrayList<>(fates);
        int[] turn = {0};
        proxy.fates(() -> circle.get(turn[0]++ % circle.size()));

        IntStream.range(0, 15)
                .forEach(i -> jobs.enqueue(NewMessage.of("job " + i).withDedupId("id " + i)));

        assertThat(leat.queue("jobs-{a}").browse())
                .extracting(LostAnswersTest::text)
                .containsExactlyElementsOf(
                        IntStream.range(0, 15).mapToObj(i -> "job " + i).toList());
    }

    private static String text(MessageInfo message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }
}
