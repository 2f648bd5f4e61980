package dev.leat.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.SettleResult.AlreadySettled.How;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups come, move and go; messages are paused, purged, cancelled, looked at, and end by themselves. */
class QueueGroupTest {
    private static final QueueConfig FANOUT = QueueConfig.fanout();

    private final QueueRig rig = new QueueRig();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGroupBeginsWhereItIsToldTo(boolean cold) {
        rig.create("news", FANOUT);
        Instant moment = Instant.EPOCH;
        for (int i = 0; i < 6; i++) {
            rig.advance(Duration.ofSeconds(1));
            moment = i == 4 ? rig.clock.instant() : moment;
            rig.enqueue("news", Integer.toString(i));
        }
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }

        group("head", GroupStart.HEAD);
        group("tail", GroupStart.TAIL);
        group("seq", new GroupStart.Seq(2));
        group("time", new GroupStart.Timestamp(moment));
        rig.enqueue("news", "6");

        assertThat(texts("head")).containsExactly("0", "1", "2", "3", "4", "5", "6");
        assertThat(texts("tail")).containsExactly("6");
        assertThat(texts("seq")).containsExactly("2", "3", "4", "5", "6");
        assertThat(texts("time")).containsExactly("4", "5", "6");
    }

    @Test
    void aGroupThatIsMadeLaterDoesNotSeeWhatIsForAnother() {
        rig.create("news", FANOUT);
        group("a", GroupStart.HEAD);
        rig.enqueue("news", NewMessage.of("0").withGroups(Set.of(GroupName.of("a"))));
        rig.enqueue("news", "1");

        group("b", GroupStart.HEAD);

        assertThat(texts("b")).containsExactly("1");
        assertThat(texts("a")).containsExactly("0", "1");
    }

    @Test
    void aGroupIsConfirmedIfItWasMadeWithTheSameKindOfStart() {
        rig.create("news", FANOUT);
        group("a", GroupStart.HEAD);

        assertThat(rig.call(creating("a", GroupStart.HEAD)).isNew()).isFalse();
        assertThat(rig.refusal(creating("a", GroupStart.TAIL))).isInstanceOf(Rejection.GroupExists.class);
    }

    @Test
    void aWorkQueueGetsNoOtherGroup() {
        rig.create("news", QueueConfig.work());

        assertThat(rig.refusal(creating("a", GroupStart.HEAD))).isInstanceOf(Rejection.BadArgument.class);
        assertThat(rig.refusal(new QueueCommand.DeleteGroup(name(), GroupName.DEFAULT, true)))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aGroupThatIsMovedBackSeesWhatIsKeptAgain() {
        rig.create("news", keeping(new Retention.Limits(Duration.ofDays(1), null, null)));
        group("a", GroupStart.HEAD);
        rig.enqueue("news", "0");
        rig.enqueue("news", "1");
        rig.receive("news", "a", 2).forEach(delivery -> rig.ack("news", delivery.deliveryId()));

        rig.call(new QueueCommand.SeekGroup(name(), GroupName.of("a"), new GroupStart.Seq(1), false));

        assertThat(texts("a")).containsExactly("1");
    }

    @Test
    void aGroupWithLeasesIsMovedOrRemovedOnlyByForce() {
        rig.create("news", FANOUT);
        group("a", GroupStart.HEAD);
        rig.enqueue("news", "0");
        Delivery delivery = rig.receive("news", "a", 1).get(0);

        assertThat(rig.refusal(new QueueCommand.SeekGroup(name(), GroupName.of("a"), GroupStart.HEAD, false)))
                .isInstanceOf(Rejection.InUse.class);
        assertThat(rig.refusal(new QueueCommand.DeleteGroup(name(), GroupName.of("a"), false)))
                .isInstanceOf(Rejection.InUse.class);
        rig.call(new QueueCommand.SeekGroup(name(), GroupName.of("a"), GroupStart.HEAD, true));

        assertThat(rig.ack("news", delivery.deliveryId()).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        rig.call(new QueueCommand.DeleteGroup(name(), GroupName.of("a"), true));
        assertThat(rig.info("news").groups()).isEmpty();
    }

    @Test
    void aDeliveryFromBeforeAMoveDoesNotAckAMessageThatWasParkedSince() {
        rig.create(
                "news",
                FANOUT.toBuilder()
                        .retention(new Retention.Limits(Duration.ofDays(1), null, null))
                        .ttl(Duration.ofMinutes(1))
                        .expired(QueueConfig.Expired.DEAD_LETTER)
                        .build());
        group("a", GroupStart.HEAD);
        rig.enqueue("news", "0");
        Delivery delivery = rig.receive("news", "a", 1).get(0);
        rig.ack("news", delivery.deliveryId());
        rig.call(new QueueCommand.SeekGroup(name(), GroupName.of("a"), GroupStart.HEAD, false));
        rig.advance(Duration.ofMinutes(2));

        assertThat(rig.ack("news", delivery.deliveryId()).rejection()).isInstanceOf(Rejection.LeaseLost.class);
    }

    @Test
    void aPausedGroupGetsNothingUntilItGoesOn() {
        rig.create("news", FANOUT);
        group("a", GroupStart.HEAD);
        rig.call(new QueueCommand.Pause(name(), GroupName.of("a"), true));
        rig.enqueue("news", "0");
        assertThat(rig.receive("news", "a", 1)).isEmpty();
        Found<Deliveries> waiting = rig.sent(QueueRig.receiving("news", "a", 1, Duration.ofSeconds(20)));
        assertThat(waiting.outcome).isNull();

        rig.call(new QueueCommand.Pause(name(), GroupName.of("a"), false));

        assertThat(waiting.outcome).isNotNull();
    }

    @Test
    void aPurgeTakesWhatIsThereAndOldHandlesHearOfIt() {
        rig.create("news", QueueConfig.work());
        rig.enqueue("news", NewMessage.of("0").withDedupId("d"));
        rig.enqueue("news", "1");
        Delivery leased = rig.receive("news");

        QueueOutcome.Purged purged = rig.call(new QueueCommand.Purge(name(), PurgeScope.ALL, null));
        rig.enqueue("news", "2");

        assertThat(purged.messages()).isEqualTo(2);
        assertThat(rig.ack("news", leased.deliveryId()))
                .isEqualTo(new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.PURGED));
        assertThat(rig.nack("news", leased.deliveryId()).rejection()).isInstanceOf(Rejection.LeaseLost.class);
        assertThat(rig.taken("news", NewMessage.of("0").withDedupId("d")).duplicate())
                .isTrue();
        assertThat(rig.texts("news", 10)).containsExactly("2");
    }

    @Test
    void aPurgeOfWhatIsReadyLeavesLeasedAndParkedOnes() {
        rig.create("news", QueueConfig.work().toBuilder().maxAttempts(1).build());
        rig.enqueue("news", "parked");
        rig.nack("news", rig.receive("news").deliveryId());
        rig.enqueue("news", "leased");
        rig.receive("news");
        rig.enqueue("news", "ready");

        assertThat(rig.call(new QueueCommand.Purge(name(), PurgeScope.READY, null))
                        .messages())
                .isEqualTo(1);
        assertThat(rig.call(new QueueCommand.Purge(name(), PurgeScope.DEAD, null))
                        .messages())
                .isEqualTo(1);
        assertThat(rig.browse("news")).extracting(QueueGroupTest::text).containsExactly("leased");
    }

    @Test
    void aLeasedMessageIsCancelledOnlyByForce() {
        rig.create("news", QueueConfig.work());
        MessageId id = rig.enqueue("news", "0");
        Delivery delivery = rig.receive("news");

        assertThat(rig.refusal(new QueueCommand.Cancel(name(), id, false))).isInstanceOf(Rejection.InUse.class);
        rig.call(new QueueCommand.Cancel(name(), id, true));

        assertThat(rig.ack("news", delivery.deliveryId()))
                .isEqualTo(new SettleResult.AlreadySettled(SettleResult.AlreadySettled.How.CANCELLED));
        assertThat(rig.refusal(new QueueCommand.Cancel(name(), id, true)))
                .isInstanceOf(Rejection.MessageNotFound.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoOnlyLooksSeesEverythingAndChangesNothing(boolean cold) {
        rig.create("news", QueueConfig.work());
        MessageId first = rig.enqueue("news", NewMessage.of("0").withKey("k"));
        rig.enqueue("news", NewMessage.of("1").withKey("k"));
        rig.enqueue("news", NewMessage.of("2").withDelay(Duration.ofMinutes(1)));
        rig.settle("news", new Settlement.Nack(rig.receive("news").deliveryId(), Duration.ofMinutes(2), "why", null));
        if (cold) {
            rig.checkpoint();
            rig.restart();
            assertThat(rig.receive("news", 1)).isEmpty();
        }

        GroupInfo before = rig.group("news");
        List<MessageInfo> seen = rig.browse("news");

        assertThat(seen).extracting(QueueGroupTest::text).containsExactly("0", "1", "2");
        assertThat(seen)
                .extracting(info -> info.groups().get(0).state())
                .containsExactly(MessageInfo.State.SCHEDULED, MessageInfo.State.BLOCKED, MessageInfo.State.SCHEDULED);
        assertThat(seen.get(0).groups().get(0).history()).hasSize(1);
        assertThat(seen.get(0).groups().get(0).attempts()).isEqualTo(1);
        assertThat(seen.get(1).groups().get(0).blockedBy()).isEqualTo(first);
        assertThat(rig.find("news", first).seq()).isEqualTo(seen.get(0).seq());
        assertThat(rig.group("news")).isEqualTo(before);
    }

    @Test
    void messagesArePagedAndChosenByTheirState() {
        rig.create("news", QueueConfig.work());
        for (int i = 0; i < 5; i++) {
            rig.enqueue("news", Integer.toString(i));
        }
        rig.checkpoint();
        rig.restart();
        rig.receive("news", 2);

        MessagePage first = rig.ask(new QueueQuery.Browse(name(), null, MessageInfo.State.READY, null, 2));
        MessagePage rest = rig.ask(new QueueQuery.Browse(name(), null, MessageInfo.State.READY, first.next(), 2));

        assertThat(first.messages()).extracting(QueueGroupTest::text).containsExactly("2", "3");
        assertThat(rest.messages()).extracting(QueueGroupTest::text).containsExactly("4");
        assertThat(rest.next()).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageEndsWhenItsTimeIsOverUnlessSomebodyWorksOnIt(boolean cold) {
        rig.create(
                "news",
                QueueConfig.work().toBuilder().ttl(Duration.ofMinutes(1)).build());
        rig.enqueue("news", "0");
        rig.enqueue("news", "1");
        Delivery leased = rig.call(new QueueCommand.Receive(
                        name(), null, ConsumerName.of("ann"), 1, Duration.ZERO, Duration.ofMinutes(5)))
                .deliveries()
                .get(0);
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }

        rig.advance(Duration.ofMinutes(1));

        assertThat(rig.info("news").messages()).isEqualTo(1);
        assertThat(rig.ack("news", leased.deliveryId())).isEqualTo(new SettleResult.Acked(false));
        assertThat(rig.info("news").messages()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messagesThatNoGroupClaimsGoAfterTheirTime(boolean cold) {
        rig.create("news", keeping(new Retention.Interest(Duration.ofHours(1))));
        rig.enqueue("news", "0");
        rig.advance(Duration.ofMinutes(30));
        rig.enqueue("news", "1");
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }

        rig.advance(Duration.ofMinutes(30));

        assertThat(rig.browse("news")).extracting(QueueGroupTest::text).containsExactly("1");
    }

    @Test
    void onlySoManyMessagesAreKeptForReplayAndNoLeasedOneGoes() {
        rig.create("news", keeping(new Retention.Limits(null, null, 2L)));
        group("a", GroupStart.HEAD);
        rig.enqueue("news", "0");
        rig.receive("news", "a", 1);
        for (int i = 1; i < 5; i++) {
            rig.enqueue("news", Integer.toString(i));
        }

        assertThat(rig.browse("news")).extracting(QueueGroupTest::text).containsExactly("0", "4");
    }

    @Test
    void aGroupThatComesLaterKnowsWhatIsNotForItAndWhatIsNotYet() {
        rig.create("news", FANOUT);
        group("a", GroupStart.HEAD);
        rig.enqueue("news", NewMessage.of("for a").withGroups(Set.of(GroupName.of("a"))));
        rig.enqueue("news", NewMessage.of("later").withDelay(Duration.ofMinutes(1)));

        group("b", GroupStart.HEAD);

        assertThat(rig.group("news", "b").ready()).isZero();
        assertThat(rig.group("news", "b").scheduled()).isEqualTo(1);
        rig.ack("news", rig.receive("news", "a", 1).get(0).deliveryId());
        assertThat(rig.browse("news")).extracting(QueueGroupTest::text).containsExactly("later");
    }

    @Test
    void whatAGroupWasMovedPastIsNotSaidToBeAcked() {
        rig.create("news", FANOUT);
        group("a", GroupStart.HEAD);
        rig.enqueue("news", "skipped");
        Delivery skipped = rig.receive("news", "a", 1).get(0);
        rig.call(new QueueCommand.SeekGroup(name(), GroupName.of("a"), GroupStart.TAIL, true));
        rig.enqueue("news", "done");
        Delivery done = rig.receive("news", "a", 1).get(0);
        rig.ack("news", done.deliveryId());

        assertThat(rig.ack("news", skipped.deliveryId())).isEqualTo(new SettleResult.AlreadySettled(How.UNKNOWN));
        assertThat(rig.ack("news", done.deliveryId())).isEqualTo(new SettleResult.AlreadySettled(How.ACKED));
    }

    private static String text(MessageInfo info) {
        return new String(info.payload(), StandardCharsets.UTF_8);
    }

    private static QueueConfig keeping(Retention retention) {
        return FANOUT.toBuilder().retention(retention).build();
    }

    private static QueueName name() {
        return QueueName.of("news");
    }

    private static QueueCommand.CreateGroup creating(String group, GroupStart start) {
        return new QueueCommand.CreateGroup(name(), GroupName.of(group), start);
    }

    private void group(String group, GroupStart start) {
        rig.call(creating(group, start));
    }

    private List<String> texts(@Nullable String group) {
        return rig.call(QueueRig.receiving("news", group, 100, Duration.ZERO)).deliveries().stream()
                .map(Delivery::text)
                .toList();
    }
}
