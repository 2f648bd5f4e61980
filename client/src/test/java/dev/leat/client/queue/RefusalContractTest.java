package dev.leat.client.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leat.api.AlreadyExistsException;
import dev.leat.api.LeaseLostException;
import dev.leat.api.NotFoundException;
import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.UnavailableException;
import dev.leat.api.queue.BrowseOptions;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.HeartbeatOptions;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.Settlement;
import dev.leat.api.queue.TaskId;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Refusals are the same wherever the queue is, with everything that they know. */
@ParameterizedClass
@EnumSource(Side.class)
class RefusalContractTest extends Contract {
    private static final QueueName NONE = QueueName.of("none");
    private static final QueueName JOBS = QueueName.of("jobs");
    private static final QueueName ORDERS = QueueName.of("orders");
    private static final GroupName NOBODY = GroupName.of("nobody");

    RefusalContractTest(Side side) {
        super(side);
    }

    @Test
    void whatIsNotThereIsNamed() {
        queues().create("jobs");
        queues().create("orders", QueueConfig.fanout());
        MessageId id = MessageId.of("nonsense");
        TaskId task = TaskId.of("no/task");

        assertThat(refusal(() -> queue("none").info())).isEqualTo(new Rejection.QueueNotFound(NONE));
        assertThat(refusal(() -> queue("none").enqueue("x"))).isEqualTo(new Rejection.QueueNotFound(NONE));
        assertThat(refusal(() -> queue("none").receive(1, Duration.ofSeconds(5))))
                .isEqualTo(new Rejection.QueueNotFound(NONE));
        assertThat(refusal(() -> queues().create(
                                "x",
                                QueueConfig.work().toBuilder().deadLetter(NONE).build())))
                .isEqualTo(new Rejection.QueueNotFound(NONE));
        assertThat(refusal(() -> queue("orders").group("nobody").info()))
                .isEqualTo(new Rejection.GroupNotFound(ORDERS, NOBODY));
        assertThat(refusal(() -> queue("orders").group("nobody").consumer("c").receive()))
                .isEqualTo(new Rejection.GroupNotFound(ORDERS, NOBODY));
        assertThat(refusal(() -> queue("orders").group("nobody").consumer("c").heartbeat()))
                .isEqualTo(new Rejection.GroupNotFound(ORDERS, NOBODY));
        assertThat(refusal(() -> queue("jobs").get(id))).isEqualTo(new Rejection.MessageNotFound(JOBS, id));
        assertThat(refusal(() -> queue("jobs").cancel(id))).isEqualTo(new Rejection.MessageNotFound(JOBS, id));
        assertThat(refusal(() -> engine().call(new QueueQuery.Task(task)))).isEqualTo(new Rejection.TaskNotFound(task));
    }

    @Test
    void whatIsThereAnotherWaySaysHow() {
        queues().create("jobs");
        queues().create("orders", QueueConfig.fanout());
        queue("orders").group("a").create(GroupStart.HEAD);

        assertThat(refusal(() -> queue("jobs")
                        .create(QueueConfig.work().toBuilder().maxAttempts(9).build())))
                .isInstanceOfSatisfying(Rejection.QueueExists.class, exists -> {
                    assertThat(exists.queue()).isEqualTo(JOBS);
                    assertThat(exists.difference()).contains("9", "5").doesNotContain("exists");
                });
        assertThat(refusal(() -> queue("orders").group("a").create(GroupStart.TAIL)))
                .isEqualTo(new Rejection.GroupExists(ORDERS, GroupName.of("a")));
    }

    @Test
    void aQueueThatOthersNeedStays() {
        MessageQueue dead = queues().create("dead");
        queues().create(
                        "jobs",
                        QueueConfig.work().toBuilder().deadLetter(dead.name()).build());

        assertThat(refusal(dead::delete)).isInstanceOf(Rejection.InUse.class);
        assertThat(refusal(() -> dead.update(config -> config.deadLetter(JOBS))))
                .isEqualTo(new Rejection.DeadLetterCycle(dead.name(), JOBS));
        dead.deleteAndDetach();
        assertThat(queue("jobs").info().config().deadLetter()).isNull();
    }

    @Test
    void whatCannotBeIsRefusedWithItsReason() {
        queues().create("jobs");

        assertThat(refusal(() -> queue("jobs").settle(Settlement.Ack.of(DeliveryId.of("nonsense")))))
                .isEqualTo(new Rejection.HandleInvalid(JOBS));
        assertThat(refusal(() -> queue("jobs").receive(1, Duration.ofMinutes(6))))
                .isEqualTo(new Rejection.WaitTooLong(QueueCommand.LONGEST_WAIT));
        queues().create("ranked", QueueConfig.work().toBuilder().priority(true).build());
        assertThat(refusal(() -> queue("ranked").enqueue(NewMessage.of("x").withKey("k"))))
                .isEqualTo(new Rejection.BadArgument("a queue with priorities has no keys: ranked"));
        assertThat(refusal(() -> engine().call(new QueueCommand.CreateGroup(JOBS, NOBODY, GroupStart.HEAD))))
                .isInstanceOf(Rejection.BadArgument.class);
        assertThat(refusal(() -> queue("jobs").browse(BrowseOptions.limit(10).after("nonsense"))))
                .isInstanceOf(Rejection.BadArgument.class);
    }

    @Test
    void aPriorityThatWouldMeanNothingIsRefused() {
        queues().create("jobs");
        NewMessage urgent = NewMessage.of("x").withPriority(9);
        Rejection refused =
                new Rejection.BadArgument("the queue jobs has no priorities: its messages have priority 4, not 9");

        assertThat(refusal(() -> queue("jobs").enqueue(urgent))).isEqualTo(refused);
        assertThat(refusal(() -> queue("jobs").enqueue(List.of(NewMessage.of("y"), urgent))))
                .isEqualTo(refused);
        assertThat(refusal(() -> engine().call(new Transaction(List.of(new Transaction.Op.Enqueue(JOBS, urgent))))))
                .isInstanceOfSatisfying(
                        Rejection.Conflict.class,
                        conflict -> assertThat(conflict.cause()).isEqualTo(refused));
        assertThat(queue("jobs").info().messages()).isZero();
    }

    @Test
    void namesThatNothingNewCanHaveAreRefused() {
        queues().create("jobs");
        queues().create("orders", QueueConfig.fanout());
        String rule = " has letters, digits and - _ . : @ { } only, not 'bad name!'";

        assertThat(refusal(() -> queues().create("bad name!")))
                .isEqualTo(new Rejection.BadArgument("the name of a queue" + rule));
        assertThat(refusal(() -> queue("orders").group("bad name!").create(GroupStart.HEAD)))
                .isEqualTo(new Rejection.BadArgument("the name of a group" + rule));
        assertThat(refusal(() -> queue("jobs").consumer("bad name!").receive()))
                .isEqualTo(new Rejection.BadArgument("the name of a consumer" + rule));
        assertThat(refusal(() -> queue("jobs").consumer("bad name!").heartbeat()))
                .isEqualTo(new Rejection.BadArgument("the name of a consumer" + rule));
    }

    @Test
    void aCallThatWaitsThrowsAnExceptionOfItsKindThatNamesTheLineOfTheCaller() {
        MessageQueue jobs = queues().create(
                        "jobs", QueueConfig.work().toBuilder().maxMessages(1).build());
        jobs.enqueue("one");
        Delivery lost = jobs.consumer("c").receive().orElseThrow();
        jobs.cancelAll(List.of(lost.seq()));
        jobs.enqueue("two");

        assertThatThrownBy(() -> queue("none").info()).satisfies(thrown(NotFoundException.class));
        assertThatThrownBy(() -> queues().create("jobs", QueueConfig.fanout()))
                .satisfies(thrown(AlreadyExistsException.class));
        assertThatThrownBy(() -> jobs.extend(lost, Duration.ofMinutes(1))).satisfies(thrown(LeaseLostException.class));
        assertThatThrownBy(() -> jobs.enqueue("three"))
                .satisfies(thrown(UnavailableException.class))
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.retryAfter()).isPositive());
    }

    private Consumer<Throwable> thrown(Class<? extends RejectedException> kind) {
        return e -> {
            assertThat(e).isExactlyInstanceOf(kind);
            assertThat(e.getStackTrace())
                    .anySatisfy(line -> assertThat(line.getClassName())
                            .startsWith(getClass().getName()));
        };
    }

    @Test
    void aStageFailsWithAnExceptionOfItsKindThatHasNoStackTrace() {
        CompletableFuture<?> missing = queue("none").async().info().toCompletableFuture();

        assertThatThrownBy(missing::join).cause().isExactlyInstanceOf(NotFoundException.class);
        assertThat(missing.exceptionNow().getStackTrace()).isEmpty();
    }

    @Test
    void whatIsFullSaysWhenToComeAgain() throws InterruptedException {
        MessageQueue jobs = queues().create(
                        "jobs",
                        QueueConfig.work().toBuilder()
                                .maxMessages(1)
                                .maxWaiters(1)
                                .build());
        var waiting = jobs.async().receive(1, Duration.ofMinutes(1));
        Until.holds("it waits", () -> jobs.info().groups().get(0).waiters() == 1);

        assertThat(refusal(() -> jobs.receive(1, Duration.ofSeconds(1))))
                .isInstanceOfSatisfying(Rejection.TooManyWaiters.class, many -> {
                    assertThat(many.queue()).isEqualTo(JOBS);
                    assertThat(many.retryAfter()).isPositive();
                });
        jobs.enqueue("one");
        assertThat(waiting.join().deliveries()).hasSize(1);
        assertThat(refusal(() -> jobs.enqueue("two"))).isInstanceOfSatisfying(Rejection.QueueFull.class, full -> {
            assertThat(full.queue()).isEqualTo(JOBS);
            assertThat(full.retryAfter()).isPositive();
        });
        assertThat(jobs.consumer("c")
                        .heartbeat(HeartbeatOptions.DEFAULT.withInstance("i"))
                        .consumer())
                .isEqualTo(ConsumerName.of("c"));
    }
}
