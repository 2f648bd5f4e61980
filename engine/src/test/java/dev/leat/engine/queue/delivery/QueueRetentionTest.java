package dev.leat.engine.queue.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Retention;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.support.QueueRig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a fan-out queue keeps for replay, by age and by bytes. */
class QueueRetentionTest {
    private static final QueueName NEWS = QueueName.of("news");

    private final QueueRig rig = new QueueRig();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOldestGoWhenThereAreTooManyBytes(boolean cold) {
        create(null, 10L);
        enqueue("aaaa", "bbbb");
        cool(cold);

        enqueue("cccc");
        assertThat(texts()).containsExactly("bbbb", "cccc");
        enqueue("dd");
        assertThat(texts()).containsExactly("bbbb", "cccc", "dd");

        assertThat(rig.refusal(QueueCommand.Enqueue.of(NEWS, NewMessage.of("eeeeeeeeeee"))))
                .isEqualTo(new Rejection.PayloadTooLarge(11, 10));
        enqueue("eeeeeeeeee");
        assertThat(texts()).containsExactly("eeeeeeeeee");
        assertThat(rig.info("news").bytes()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsTooOldGoesAlsoForThoseWhoHaveNotSeenIt(boolean cold) {
        create(Duration.ofHours(1), null);
        enqueue("a");
        rig.advance(Duration.ofMinutes(40));
        enqueue("b");
        cool(cold);

        rig.advance(Duration.ofMinutes(20));

        assertThat(texts()).containsExactly("b");
        assertThat(rig.group("news", "g").ready()).isEqualTo(1);
        assertThat(rig.receive("news", "g", 2)).extracting(Delivery::text).containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsDoneStaysForReplayUntilItIsTooOld(boolean cold) {
        create(Duration.ofHours(1), null);
        enqueue("a");
        rig.ack("news", rig.receive("news", "g", 1).get(0).deliveryId());
        cool(cold);
        rig.advance(Duration.ofMinutes(59));
        assertThat(texts()).containsExactly("a");

        rig.call(new QueueCommand.SeekGroup(NEWS, GroupName.of("g"), GroupStart.HEAD, false));
        assertThat(rig.group("news", "g").ready()).isEqualTo(1);
        rig.advance(Duration.ofMinutes(1));

        assertThat(texts()).isEmpty();
        assertThat(rig.group("news", "g").ready()).isZero();
    }

    @Test
    void whatSomebodyHasStaysUntilItIsDoneThoughNothingElseHappens() {
        create(Duration.ofHours(1), null);
        enqueue("a");
        Delivery delivery = lease(Duration.ofHours(2));
        rig.advance(Duration.ofMinutes(90));
        assertThat(texts()).containsExactly("a");

        rig.ack("news", delivery.deliveryId());
        rig.advance(Duration.ofSeconds(5));

        assertThat(texts()).isEmpty();
    }

    @Test
    void whatSomebodyHadGoesForItsBytesWhenItIsDone() {
        create(null, 5L);
        enqueue("aaaa");
        Delivery delivery = lease(Duration.ofHours(2));
        enqueue("bbbb");
        assertThat(texts()).containsExactly("aaaa");
        enqueue("c");
        assertThat(texts()).containsExactly("aaaa", "c");

        rig.ack("news", delivery.deliveryId());
        enqueue("dd");

        assertThat(texts()).containsExactly("c", "dd");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherLimitsHoldAtOnce(boolean cold) {
        create(null, 100L);
        enqueue("aaaa", "bbbb", "cccc");
        cool(cold);

        configure(null, 8L);
        assertThat(texts()).containsExactly("bbbb", "cccc");
        rig.advance(Duration.ofMinutes(10));
        configure(Duration.ofMinutes(10), null);

        assertThat(texts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void priorityDoesNotMakeAMessageYounger(boolean cold) {
        rig.create("news", config(null, 3L).toBuilder().priority(true).build());
        rig.enqueue("news", NewMessage.of("a").withPriority(9));
        rig.enqueue("news", NewMessage.of("b").withPriority(1));
        rig.enqueue("news", NewMessage.of("c").withPriority(9));
        cool(cold);

        rig.enqueue("news", NewMessage.of("d").withPriority(5));
        rig.enqueue("news", NewMessage.of("e").withPriority(5));

        assertThat(texts()).containsExactly("c", "d", "e");
    }

    /** Whoever takes a group away, or lets it expire, does not lose what waited for it long. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatALastGroupLeftIsUnclaimedFromThenOn(boolean cold) {
        Duration unclaimed = Duration.ofDays(7);
        rig.create(
                "news",
                QueueConfig.fanout().toBuilder()
                        .retention(new Retention.Interest(unclaimed))
                        .build());
        rig.call(new QueueCommand.CreateGroup(NEWS, GroupName.of("g"), GroupStart.HEAD));
        enqueue("a");
        rig.advance(Duration.ofDays(30));
        rig.call(new QueueCommand.DeleteGroup(NEWS, GroupName.of("g"), false));
        cool(cold);

        rig.advance(unclaimed.minusMillis(1));
        assertThat(texts()).containsExactly("a");
        rig.advance(Duration.ofMillis(1));
        assertThat(texts()).isEmpty();
    }

    private void create(@Nullable Duration age, @Nullable Long bytes) {
        rig.create("news", config(age, bytes));
        rig.call(new QueueCommand.CreateGroup(NEWS, GroupName.of("g"), GroupStart.HEAD));
    }

    private void configure(@Nullable Duration age, @Nullable Long bytes) {
        rig.call(new QueueCommand.UpdateQueue(NEWS, config(age, bytes), null));
    }

    private static QueueConfig config(@Nullable Duration age, @Nullable Long bytes) {
        return QueueConfig.fanout().toBuilder()
                .retention(new Retention.Limits(age, bytes, null))
                .build();
    }

    private Delivery lease(Duration lease) {
        return rig.call(new QueueCommand.Receive(
                        NEWS, GroupName.of("g"), ConsumerName.of("ann"), 1, Duration.ZERO, lease))
                .deliveries()
                .get(0);
    }

    private void enqueue(String... texts) {
        for (String text : texts) {
            rig.enqueue("news", text);
        }
    }

    private List<String> texts() {
        return rig.browse("news").stream()
                .map(MessageInfo::payload)
                .map(payload -> new String(payload, StandardCharsets.UTF_8))
                .toList();
    }

    private void cool(boolean cold) {
        if (cold) {
            rig.checkpoint();
            rig.restart();
        }
    }
}
