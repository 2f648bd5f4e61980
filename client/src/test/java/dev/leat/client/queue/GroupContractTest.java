package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.GroupInfo;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.HeartbeatOptions;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.Presence;
import dev.leat.api.queue.PresencePage;
import dev.leat.api.queue.PurgeScope;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConsumer;
import dev.leat.api.queue.QueueName;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for groups and for the presence of consumers wherever they are. */
@ParameterizedClass
@EnumSource(Side.class)
class GroupContractTest extends Contract {
    private static final Duration NOW = Duration.ZERO;

    GroupContractTest(Side side) {
        super(side);
    }

    @Test
    void groupsAreMadeMovedPausedAndDeleted() {
        MessageQueue orders = queues().create("orders", QueueConfig.fanout());
        assertThat(orders.group("billing").create(GroupStart.HEAD).isNew()).isTrue();
        assertThat(orders.group("billing").create(GroupStart.HEAD).isNew()).isFalse();
        orders.enqueue("a");
        orders.group("late").create(GroupStart.TAIL);
        orders.enqueue("b");

        assertThat(orders.group("late").consumer("c").receive(10, NOW))
                .extracting(Delivery::text)
                .containsExactly("b");
        assertThat(refusal(() -> orders.group("late").seek(GroupStart.HEAD)))
                .isEqualTo(new Rejection.InUse("the group late has 1 leases"));
        assertThat(orders.group("billing").info().ready()).isEqualTo(2);
        orders.group("billing").pause();
        assertThat(orders.group("billing").info().paused()).isTrue();
        assertThat(orders.group("billing").consumer("c").receive()).isEmpty();
        orders.group("billing").resume();
        assertThat(orders.group("billing").browse(MessageInfo.State.READY)).hasSize(2);
        assertThat(orders.group("billing").purge(PurgeScope.ALL)).isEqualTo(2);
        orders.group("late").deleteEvenIfLeased();
        assertThat(orders.info().groups()).hasSize(1);
    }

    @Test
    void aGroupBeginsWhereItIsTold() {
        MessageQueue orders = queues().create("orders", QueueConfig.fanout());
        orders.group("keeper").create(GroupStart.HEAD);
        long first = orders.enqueue("a").seq();
        orders.enqueue("b");
        MessageInfo b = orders.get(first + 1);

        GroupInfo bySeq =
                orders.group("by-seq").create(new GroupStart.Seq(first + 1)).info();
        GroupInfo byTime = orders.group("by-time")
                .create(new GroupStart.Timestamp(b.enqueuedAt().plusSeconds(5)))
                .info();

        assertThat(bySeq.ready()).isOne();
        assertThat(byTime.ready()).isZero();
        assertThat(orders.group("by-time").seek(new GroupStart.Seq(first)).ready())
                .isEqualTo(2);
    }

    @Test
    void aMessageCanBeForSomeGroupsOnly() {
        MessageQueue orders = queues().create("orders", QueueConfig.fanout());
        List.of("a", "{b}:c", "d").forEach(group -> orders.group(group).create(GroupStart.HEAD));
        orders.enqueue(NewMessage.of("one").withGroups(Set.of(GroupName.of("a"), GroupName.of("d"))));
        orders.enqueue(NewMessage.of("two").withGroups(Set.of(GroupName.of("{b}:c"))));

        assertThat(texts(orders, "a")).containsExactly("one");
        assertThat(texts(orders, "{b}:c")).containsExactly("two");
        assertThat(texts(orders, "d")).containsExactly("one");
    }

    private static List<String> texts(MessageQueue queue, String group) {
        return queue.group(group).consumer("c").receive(10, NOW).deliveries().stream()
                .map(Delivery::text)
                .toList();
    }

    @Test
    void aConsumerIsPresentAndLeaves() {
        MessageQueue jobs = queues().create("jobs");
        QueueConsumer consumer = jobs.consumer("c1");

        Presence present = consumer.heartbeat(HeartbeatOptions.DEFAULT
                .withInstance("pod 1/ä")
                .withTtl(Duration.ofSeconds(7))
                .withLabels(Map.of("zone", "eu", "ü", "\n")));
        jobs.enqueue("a");
        assertThat(consumer.receive()).isPresent();

        assertThat(present.queue()).isEqualTo(QueueName.of("jobs"));
        assertThat(present.group()).isEqualTo(GroupName.DEFAULT);
        assertThat(present.instance()).isEqualTo("pod 1/ä");
        assertThat(present.state()).isEqualTo(Presence.State.ACTIVE);
        assertThat(present.ttl()).isEqualTo(Duration.ofSeconds(7));
        assertThat(present.labels()).isEqualTo(Map.of("zone", "eu", "ü", "\n"));
        assertThat(present.recovering()).isFalse();
        assertThat(present.lastReceive()).isNull();
        assertThat(consumer.heartbeatAndExtend().leases()).isOne();
        Presence seen = jobs.consumers().consumers().stream()
                .filter(one -> one.instance().equals("pod 1/ä"))
                .findFirst()
                .orElseThrow();
        assertThat(seen.received()).isOne();
        assertThat(seen.lastReceive()).isNotNull();
        assertThat(left(jobs, "pod 1/ä", false)).isTrue();
        assertThat(left(jobs, "nobody", false)).isFalse();
        assertThat(left(jobs, "", true)).isTrue();
        assertThat(jobs.info().groups().get(0).leased()).isZero();
        assertThat(jobs.consumers().counts())
                .containsExactly(new Presence.Counts(QueueName.of("jobs"), GroupName.DEFAULT, 0, 0, 0, 2));
    }

    private boolean left(MessageQueue queue, String instance, boolean release) {
        return engine().call(new QueueCommand.Leave(
                        queue.name(), null, dev.leat.api.queue.ConsumerName.of("c1"), instance, release))
                .existed();
    }

    @Test
    void allConsumersAreListedWithTheirGroups() {
        MessageQueue orders = queues().create("orders", QueueConfig.fanout());
        orders.group("a").create(GroupStart.HEAD);
        orders.group("b").create(GroupStart.HEAD);
        queues().create("jobs");
        orders.group("a").consumer("c").heartbeat();
        queue("jobs").consumer("d").heartbeat();

        PresencePage all = engine().call(new QueueQuery.Consumers(null, null));
        PresencePage one = engine().call(new QueueQuery.Consumers(QueueName.of("orders"), GroupName.of("b")));

        assertThat(all.consumers()).hasSize(2);
        assertThat(all.counts()).hasSize(3);
        assertThat(one.consumers()).isEmpty();
        assertThat(one.counts()).hasSize(1);
    }
}
