package dev.leat.engine.queue;

import static dev.leat.engine.support.QueueRig.queue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.RedriveFilter;
import dev.leat.api.queue.Retention;
import dev.leat.api.queue.TaskInfo;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Groups and priorities, where other queues are known to go wrong. */
class QueueGroupChecklistTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final QueueRig rig = new QueueRig();

    private static QueueConfigBuilder fanout() {
        return QueueConfig.builder(Mode.FANOUT).lease(LEASE).retryBackoff(new Backoff(LEASE, 1, LEASE));
    }

    private void group(String name, GroupStart start) {
        rig.call(new QueueCommand.CreateGroup(queue("f"), GroupName.of(name), start));
    }

    private List<String> texts(String group) {
        return rig.receive("f", group, 100).stream().map(Delivery::text).toList();
    }

    private void drain(String group) {
        rig.receive("f", group, 100).forEach(d -> rig.ack("f", d.deliveryId()));
    }

    @Tag("checklist-9")
    @Test
    void theBackOffOfOneGroupIsNothingToAnother() {
        rig.create("f", fanout().build());
        group("a", GroupStart.HEAD);
        group("b", GroupStart.HEAD);
        rig.enqueue("f", "x");

        rig.nack("f", rig.receive("f", "a", 1).get(0).deliveryId());

        assertThat(texts("a")).isEmpty();
        assertThat(texts("b")).containsExactly("x");
        assertThat(rig.group("f", "a").scheduled()).isEqualTo(1);
        rig.advance(LEASE);
        assertThat(rig.receive("f", "a", 1)).extracting(Delivery::attempt).containsExactly(2);
    }

    @Tag("checklist-9")
    @Test
    void aMessageGoesWhenItsLastGroupIsDone() {
        rig.create("f", fanout().build());
        group("a", GroupStart.HEAD);
        group("b", GroupStart.HEAD);
        rig.enqueue("f", "x");

        drain("a");
        assertThat(rig.info("f").messages()).isEqualTo(1);
        drain("b");
        assertThat(rig.info("f").messages()).isZero();
        assertThat(rig.info("f").bytes()).isZero();
        rig.restart();
        assertThat(rig.info("f").messages()).isZero();
    }

    @Tag("checklist-9")
    @Test
    void aGroupThatGoesFreesWhatOnlyItHadNotDone() {
        rig.create("f", fanout().build());
        group("a", GroupStart.HEAD);
        group("b", GroupStart.HEAD);
        rig.enqueue("f", "x");
        drain("a");

        rig.call(new QueueCommand.DeleteGroup(queue("f"), GroupName.of("b"), false));

        assertThat(rig.info("f").messages()).isZero();
    }

    @Tag("checklist-9")
    @Test
    void whatNoGroupClaimsIsKeptForAWhile() {
        rig.create(
                "f",
                fanout().retention(new Retention.Interest(Duration.ofDays(1))).build());
        rig.enqueue("f", "x");
        rig.advance(Duration.ofHours(23));
        assertThat(rig.info("f").messages()).isEqualTo(1);

        rig.advance(Duration.ofHours(2));

        assertThat(rig.info("f").messages()).isZero();
    }

    @Tag("checklist-9")
    @Test
    void aNewGroupBeginsAtTheHeadTheTailASeqOrATime() {
        rig.create("f", fanout().build());
        group("keeps", GroupStart.HEAD);
        rig.enqueue("f", "m0");
        rig.advance(Duration.ofSeconds(1));
        Instant noon = rig.clock.instant();
        long seq = rig.taken("f", NewMessage.of("m1")).seq();
        rig.advance(Duration.ofSeconds(1));
        rig.enqueue("f", "m2");

        group("head", GroupStart.HEAD);
        group("tail", GroupStart.TAIL);
        group("seq", new GroupStart.Seq(seq));
        group("time", new GroupStart.Timestamp(noon));
        group("later", new GroupStart.Timestamp(noon.plusMillis(1)));
        rig.enqueue("f", "m3");
        rig.restart();

        assertThat(texts("head")).containsExactly("m0", "m1", "m2", "m3");
        assertThat(texts("tail")).containsExactly("m3");
        assertThat(texts("seq")).containsExactly("m1", "m2", "m3");
        assertThat(texts("time")).containsExactly("m1", "m2", "m3");
        assertThat(texts("later")).containsExactly("m2", "m3");
        assertThat(rig.refusal(new QueueCommand.CreateGroup(queue("f"), GroupName.of("tail"), GroupStart.HEAD)))
                .isInstanceOf(Rejection.GroupExists.class);
        assertThat(rig.call(new QueueCommand.CreateGroup(queue("f"), GroupName.of("tail"), GroupStart.TAIL))
                        .isNew())
                .isFalse();
    }

    @Tag("checklist-9")
    @Test
    void whatIsKeptByLimitsCanBeReadAgainAfterASeek() {
        rig.create("f", fanout().retention(new Retention.Limits(null, null, 3L)).build());
        group("a", GroupStart.HEAD);
        for (int i = 0; i < 5; i++) {
            rig.enqueue("f", "m" + i);
            drain("a");
        }

        rig.call(new QueueCommand.SeekGroup(queue("f"), GroupName.of("a"), GroupStart.HEAD, false));

        assertThat(texts("a")).containsExactly("m2", "m3", "m4");
    }

    @Tag("checklist-9")
    @Test
    void aMessageForOneGroupIsSeenByNoOther() {
        rig.create("f", fanout().build());
        group("a", GroupStart.HEAD);
        group("b", GroupStart.HEAD);
        rig.enqueue("f", NewMessage.of("x").withGroups(Set.of(GroupName.of("b"))));

        assertThat(texts("a")).isEmpty();
        assertThat(rig.group("f", "a").ready()).isZero();
        drain("b");
        assertThat(rig.info("f").messages()).isZero();
    }

    @Tag("checklist-9")
    @Test
    void aRedriveGoesOnlyToTheGroupThatFailed() {
        rig.create("dead", QueueConfig.work());
        rig.create("f", fanout().maxAttempts(1).deadLetter(queue("dead")).build());
        group("a", GroupStart.HEAD);
        group("b", GroupStart.HEAD);
        MessageId id = rig.enqueue("f", "x");
        rig.nack("f", rig.receive("f", "a", 1).get(0).deliveryId());
        drain("b");
        assertThat(rig.info("f").messages()).isZero();

        TaskInfo begun = rig.call(new QueueCommand.Redrive(queue("dead"), RedriveFilter.ALL, 0, 0, null));
        rig.advance(Duration.ofMillis(1));
        rig.advance(Duration.ofMillis(1));

        assertThat(rig.ask(new QueueQuery.Task(begun.task())).moved()).isEqualTo(1);
        assertThat(rig.receive("f", "b", 10)).isEmpty();
        assertThat(rig.receive("f", "a", 10)).extracting(Delivery::messageId).containsExactly(id);
    }

    @Tag("checklist-9")
    @Test
    void aGroupThatNobodyUsesAnyMoreHoldsNothingBack() {
        rig.create("f", fanout().groupIdleExpiry(Duration.ofMinutes(10)).build());
        group("lasting", GroupStart.HEAD);
        group("pod-7f3a", GroupStart.HEAD);
        for (int i = 0; i < 12; i++) {
            rig.enqueue("f", "m" + i);
            drain("lasting");
            rig.advance(Duration.ofMinutes(1));
        }

        assertThat(rig.info("f").groups()).extracting(GroupInfo::group).containsExactly(GroupName.of("lasting"));
        assertThat(rig.info("f").messages()).isZero();
    }

    @Tag("checklist-10")
    @Test
    void receiveAndPopKeepToPriorities() {
        rig.create("q", QueueConfig.builder(Mode.WORK).priority(true).build());
        int[] priorities = {4, 0, 9, 4, 7, 9};
        for (int i = 0; i < priorities.length; i++) {
            rig.enqueue("q", NewMessage.of(priorities[i] + "-" + i).withPriority(priorities[i]));
        }

        assertThat(pop(2, QueueSide.HEAD)).containsExactly("9-2", "9-5");
        assertThat(rig.texts("q", 1)).containsExactly("7-4");
        assertThat(pop(1, QueueSide.TAIL)).containsExactly("0-1");
        rig.enqueue("q", NewMessage.of("8-6").withPriority(8));
        rig.restart();
        assertThat(rig.texts("q", 10)).containsExactly("8-6", "4-0", "4-3");
    }

    private List<String> pop(int max, QueueSide side) {
        return rig.call(new QueueCommand.Pop(queue("q"), max, side)).deliveries().stream()
                .map(Delivery::text)
                .toList();
    }

    @Tag("checklist-10")
    @Test
    void aMessageThatComesBackGoesToItsPlaceAndNotToTheTail() {
        rig.create(
                "q", QueueConfig.builder(Mode.WORK).retryBackoff(Backoff.NONE).build());
        for (int i = 0; i < 4; i++) {
            rig.enqueue("q", "m" + i);
        }
        List<Delivery> first = rig.receive("q", 2);

        rig.nack("q", first.get(1).deliveryId());
        rig.nack("q", first.get(0).deliveryId());

        assertThat(rig.texts("q", 10)).containsExactly("m0", "m1", "m2", "m3");
    }

    @Tag("checklist-10")
    @Test
    void whoWaitsLongRisesInPriority() {
        rig.create(
                "q",
                QueueConfig.builder(Mode.WORK)
                        .priority(true)
                        .ageStep(Duration.ofMinutes(1))
                        .build());
        rig.enqueue("q", NewMessage.of("old").withPriority(2));
        rig.advance(Duration.ofMinutes(5));
        rig.enqueue("q", NewMessage.of("new").withPriority(5));

        assertThat(rig.texts("q", 2)).containsExactly("old", "new");
    }

    @Tag("checklist-19")
    @Test
    void aReceiveMayTakeTheFirstMessagesOfAKeyTogether() {
        rig.create("q", QueueConfig.builder(Mode.WORK).keyBatch(3).build());
        for (int i = 0; i < 5; i++) {
            rig.enqueue("q", NewMessage.of("k" + i).withKey("k"));
        }
        List<Delivery> first = rig.receive("q", 10);
        assertThat(first).extracting(Delivery::text).containsExactly("k0", "k1", "k2");
        assertThat(rig.receive("q", 10)).isEmpty();

        rig.restart();
        assertThat(rig.receive("q", 10)).isEmpty();
        first.forEach(delivery -> rig.ack("q", delivery.deliveryId()));

        assertThat(rig.texts("q", 10)).containsExactly("k3", "k4");
    }
}
