package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery;
import dev.leat.api.DeliveryId;
import dev.leat.api.GroupName;
import dev.leat.api.GroupStart;
import dev.leat.api.MessageId;
import dev.leat.api.NewMessage;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueOutcome.Enqueued.Result;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.engine.QueueModel.Entry;
import dev.leat.engine.QueueModel.Group;
import dev.leat.engine.QueueModel.Message;
import dev.leat.engine.QueueModel.Queue;
import dev.leat.engine.QueueModelOps.Handle;
import dev.leat.engine.QueueModelOps.Haul;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One random life of an engine with queues, and its model beside it. After each step both say the same. */
final class QueueLife {
    final Random random;
    final boolean restarts;
    final QueueRig rig = new QueueRig();
    final QueueModel model = new QueueModel(rig.clock.millis());
    final QueueModelOps ops = new QueueModelOps(model);
    final RandomQueues choices;
    final List<Waiter> waiters = new ArrayList<>();
    private final QueueChores chores;
    private final QueueComparison comparison = new QueueComparison(this);
    private final List<Handle> handles = new ArrayList<>();
    private final Set<MessageId> ids = new HashSet<>();
    private final List<String> told = new ArrayList<>();

    /** A receive that has no answer yet. */
    record Waiter(
            Group group,
            ConsumerName consumer,
            int max,
            long until,
            List<List<String>> acks,
            Found<QueueOutcome.Received> found) {}

    QueueLife(long seed, boolean restarts) {
        this.random = new Random(seed);
        this.restarts = restarts;
        this.choices = new RandomQueues(random);
        this.chores = new QueueChores(this);
        choices.configs().forEach((name, config) -> {
            rig.call(new QueueCommand.CreateQueue(name, config));
            Queue queue = new Queue(name, config, rig.info(name.value()).nextSeq());
            model.queues.put(name, queue);
            for (GroupName group : queue.isFanout() ? RandomQueues.LASTING : List.of(GroupName.DEFAULT)) {
                if (queue.isFanout()) {
                    rig.call(new QueueCommand.CreateGroup(name, group, GroupStart.HEAD));
                }
                queue.groups.put(group, new Group(queue, group, "Head", 0));
            }
        });
    }

    void live(int steps) {
        try {
            comparison.compare();
            for (int i = 0; i < steps; i++) {
                step();
                catchUp();
                comparison.compare();
            }
        } catch (AssertionError e) {
            throw new AssertionError(
                    String.join("\n", told.subList(Math.max(0, told.size() - 40), told.size())) + "\n" + e.getMessage(),
                    e);
        }
    }

    private void step() {
        int kind = random.nextInt(100);
        if (kind < 25) {
            enqueue(anyQueue());
        } else if (kind < 42) {
            receive(anyGroup());
        } else if (kind < 45) {
            pop(anyQueue());
        } else if (kind < 66) {
            settle();
        } else if (kind < 69) {
            claim(anyGroup());
        } else if (kind < 83) {
            chores.any();
        } else if (kind < 94) {
            pass(1 + random.nextInt(random.nextBoolean() ? 1500 : 9000));
        } else if (kind < 97) {
            tell("checkpoint");
            rig.checkpoint();
        } else if (restarts) {
            restart();
        }
    }

    void tell(String what) {
        told.add((model.now % 10_000_000) + " " + what);
    }

    Queue anyQueue() {
        return choices.any(model.queues.values());
    }

    private Group anyGroup() {
        return choices.any(anyQueue().groups.values());
    }

    private static @Nullable GroupName named(Group group) {
        return group.queue.isFanout() ? group.name : null;
    }

    // ---- messages in

    private void enqueue(Queue queue) {
        List<NewMessage> messages = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            messages.add(choices.message(queue));
        }
        boolean partial = random.nextInt(4) == 0;
        tell("enqueue " + queue.name + " "
                + messages.stream().map(QueueShown::message).toList() + " partial " + partial);
        Found<QueueOutcome.Enqueued> found = rig.sent(new QueueCommand.Enqueue(queue.name, messages, partial));
        if (partial) {
            List<Result> results = answer(found).results();
            for (int i = 0; i < messages.size(); i++) {
                Result result = results.get(i);
                take(queue, messages.subList(i, i + 1), List.of(result), QueueShown.refusal(result));
            }
        } else {
            List<Result> results = found.outcome == null ? List.of() : found.outcome.results();
            take(queue, messages, results, QueueShown.rejection(found.rejection));
        }
    }

    static <O> O answer(Found<O> found) {
        assertThat(found.outcome).as("an answer, not %s", found.rejection).isNotNull();
        return found.outcome;
    }

    /** All of them, or none. */
    private void take(Queue queue, List<NewMessage> messages, List<Result> results, String refusal) {
        if (messages.stream().anyMatch(m -> QueueModelOps.isBad(queue, m))) {
            assertThat(refusal).isEqualTo("BadArgument");
            return;
        }
        Set<String> seen = new HashSet<>();
        List<NewMessage> fresh = messages.stream()
                .filter(m -> ops.known(queue, m) == null && (m.dedupId() == null || seen.add(m.dedupId())))
                .toList();
        long bytes = fresh.stream().mapToLong(m -> m.payload().length).sum();
        if (!fresh.isEmpty() && !ops.makeRoom(queue, fresh.size(), bytes)) {
            assertThat(refusal).isEqualTo("QueueFull");
            return;
        }
        assertThat(refusal).isEqualTo("no answer");
        for (int i = 0; i < messages.size(); i++) {
            take(queue, messages.get(i), (Result.Taken) results.get(i));
        }
    }

    private void take(Queue queue, NewMessage message, Result.Taken taken) {
        QueueModel.Dedup known = ops.known(queue, message);
        if (known != null) {
            queue.duplicates++;
            assertThat(taken).isEqualTo(new Result.Taken(known.id(), known.seq(), true));
        } else {
            assertThat(taken.seq()).isEqualTo(queue.nextSeq);
            assertThat(taken.duplicate()).isFalse();
            assertThat(ids.add(taken.messageId())).as("a new id").isTrue();
            ops.enqueue(queue, message, taken.messageId());
        }
    }

    // ---- messages out

    private void receive(Group group) {
        ConsumerName consumer = choices.consumer();
        int max = 1 + random.nextInt(random.nextInt(4) == 0 ? 10 : 2);
        boolean waits = random.nextInt(5) == 0;
        Duration lease = random.nextInt(4) == 0 && !waits ? choices.lease() : null;
        Duration wait = waits ? Duration.ofMillis(1 + random.nextInt(20_000)) : Duration.ZERO;
        List<Handle> done = done(group.queue);
        tell("receive " + group.queue.name + " " + group.name + " " + consumer + " max " + max + " wait " + wait
                + " acks " + done.stream().map(handle -> handle.message().seq).toList());
        Found<QueueOutcome.Received> found = rig.sent(new QueueCommand.Receive(
                group.queue.name,
                named(group),
                consumer,
                max,
                wait,
                lease,
                done.stream().map(Handle::id).toList()));
        List<List<String>> acks = done.stream()
                .map(handle -> settled(handle, Settlement.Ack.of(handle.id())))
                .toList();
        catchUp(); // what the acks set free is for those who waited before
        Haul expected = ops.receive(group, consumer, restarts ? fewer(max, found) : max, lease);
        if (expected.entries().isEmpty() && waits) {
            waiters.add(new Waiter(group, consumer, max, model.now + wait.toMillis(), acks, found));
        } else {
            received(expected, found, true);
            checkAcks(acks, found);
        }
    }

    /** What somebody who receives may ack along with it, mostly nothing: deliveries of the same queue, old ones, too. */
    private List<Handle> done(Queue queue) {
        List<Handle> known = handles.subList(Math.max(0, handles.size() - 30), handles.size()).stream()
                .filter(handle -> handle.group().queue == queue)
                .toList();
        List<Handle> done = new ArrayList<>();
        for (int i = known.isEmpty() || random.nextInt(3) > 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            done.add(choices.any(known));
        }
        return done;
    }

    private static void checkAcks(List<List<String>> allowed, Found<QueueOutcome.Received> found) {
        List<SettleResult> acks = answer(found).acks();
        assertThat(acks).hasSameSizeAs(allowed);
        for (int i = 0; i < acks.size(); i++) {
            assertThat(QueueShown.settled(acks.get(i))).isIn(allowed.get(i));
        }
    }

    private void received(Haul expected, Found<QueueOutcome.Received> found, boolean leased) {
        List<Delivery> deliveries = answer(found).deliveries();
        assertThat(deliveries.stream().map(d -> QueueShown.delivery(d, leased)).toList())
                .isEqualTo(expected.entries().stream()
                        .map(e -> QueueShown.delivery(e, leased))
                        .toList());
        if (!restarts && !model.moved) {
            assertThat(answer(found).throttled()).as("throttled").isEqualTo(expected.throttled());
        }
        for (int i = 0; i < deliveries.size() && leased; i++) {
            Entry entry = expected.entries().get(i);
            handles.add(new Handle(
                    entry.group, entry.message, entry.epoch, deliveries.get(i).deliveryId()));
        }
    }

    /**
     * Whoever gets something does not wait for more: neither until it is read from the store, nor for what is on its way from
     * another queue.
     */
    private static int fewer(int max, Found<QueueOutcome.Received> found) {
        int size = found.outcome == null ? 0 : found.outcome.deliveries().size();
        return size > 0 ? Math.min(max, size) : max;
    }

    /** What was begun has come to its end: whoever waits longest is served first. */
    void catchUp() {
        comparison.numberArrivals();
        for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
            Waiter waiter = each.next();
            int max = restarts || model.moved ? fewer(waiter.max, waiter.found) : waiter.max;
            Haul expected = ops.receive(waiter.group, waiter.consumer, max, null);
            if (!expected.entries().isEmpty() || waiter.until <= model.now) {
                received(expected, waiter.found, true);
                checkAcks(waiter.acks, waiter.found);
                each.remove();
            } else {
                assertThat(waiter.found.outcome == null && waiter.found.rejection == null)
                        .as("%s waits, not %s %s", waiter.consumer, waiter.found.outcome, waiter.found.rejection)
                        .isTrue();
            }
        }
        model.moved = false;
    }

    private void pop(Queue queue) {
        int max = 1 + random.nextInt(3);
        var side = random.nextInt(3) == 0 ? QueueCommand.Pop.Side.TAIL : QueueCommand.Pop.Side.HEAD;
        tell("pop " + queue.name + " " + max + " " + side);
        Found<QueueOutcome.Received> found = rig.sent(new QueueCommand.Pop(queue.name, max, side));
        if (queue.isFanout()) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("BadArgument");
        } else {
            Group only = choices.any(queue.groups.values());
            received(ops.pop(only, restarts ? fewer(max, found) : max, side), found, false);
        }
    }

    private void claim(Group group) {
        ConsumerName consumer = choices.consumer();
        int max = restarts || random.nextBoolean() ? 1000 : 1 + random.nextInt(3); // those not read yet are not counted
        Duration idle = Duration.ofMillis(random.nextInt(5000));
        Duration lease = choices.lease();
        tell("claim " + group.queue.name + " " + group.name + " " + consumer + " max " + max + " idle " + idle);
        Found<QueueOutcome.Received> found =
                rig.sent(new QueueCommand.Claim(group.queue.name, named(group), consumer, idle, max, lease));
        Set<Long> some = answer(found).deliveries().stream().map(Delivery::seq).collect(Collectors.toSet());
        received(
                ops.claim(group, consumer, max, idle, lease, e -> !restarts || some.contains(e.message.seq)),
                found,
                true);
    }

    private void settle() {
        if (handles.isEmpty()) {
            return;
        }
        int from = random.nextInt(4) == 0 ? 0 : Math.max(0, handles.size() - 8);
        Handle handle = handles.get(from + random.nextInt(handles.size() - from));
        Queue queue = handle.group().queue;
        if (random.nextInt(40) == 0) {
            refuseForged(queue, handle);
            return;
        }
        Settlement settlement = choices.settlement(handle.id());
        tell("settle " + queue.name + " " + handle.group().name + " " + handle.message().seq + " epoch "
                + handle.epoch() + " " + settlement.toString().replaceAll("delivery=[^,\\]]*", ""));
        String found = QueueShown.settled(rig.settle(queue.name.value(), settlement));
        assertThat(found).isIn(settled(handle, settlement));
    }

    /** Settles it in the model, and returns what the engine may say of it. */
    private List<String> settled(Handle handle, Settlement settlement) {
        boolean copyGone = settlement instanceof Settlement.Ack && isCopyGone(handle);
        return allowed(ops.settle(handle, settlement), copyGone);
    }

    /**
     * What a restart made the engine forget it need not say. And whoever was told once that there is a dead letter may be told so when
     * that is gone.
     */
    private static List<String> allowed(String expected, boolean copyGone) {
        String whole = expected.replace("?", "");
        List<String> allowed = new ArrayList<>(List.of(whole));
        if (!whole.equals(expected)) {
            boolean settled = whole.startsWith("AlreadySettled");
            allowed.add(whole.substring(0, whole.lastIndexOf(' ') + 1) + (settled ? "UNKNOWN" : "null"));
        }
        if (copyGone) {
            allowed.add("AlreadySettled UNKNOWN");
        }
        return allowed;
    }

    private static boolean isCopyGone(Handle handle) {
        QueueModel.Ended ended = handle.group().ended.get(handle.message().seq);
        Message copy = ended == null ? null : ended.copy();
        return copy != null && copy.queue.messages.get(copy.seq) != copy;
    }

    /** One character changed, or another queue asked. */
    private void refuseForged(Queue queue, Handle handle) {
        String id = handle.id().value();
        int at = random.nextInt(id.length());
        String forged = id.substring(0, at) + (id.charAt(at) == 'a' ? 'b' : 'a') + id.substring(at + 1);
        assertThat(QueueShown.settled(rig.ack(queue.name.value(), DeliveryId.of(forged))))
                .isEqualTo("HandleInvalid");
        for (Queue other : model.queues.values()) {
            if (other != queue) {
                assertThat(QueueShown.settled(rig.ack(other.name.value(), handle.id())))
                        .isEqualTo("HandleInvalid");
            }
        }
    }

    // ---- time and restarts

    void pass(long millis) {
        long target = model.now + millis;
        while (model.now < target) {
            long waiting = waiters.stream().mapToLong(Waiter::until).min().orElse(Long.MAX_VALUE);
            long next = Math.min(target, Math.min(waiting, model.nextMoment()));
            tell("until " + next % 10_000_000);
            advance(next - model.now);
            catchUp();
        }
    }

    void advance(long millis) {
        rig.advance(Duration.ofMillis(millis));
        model.advanceTo(model.now + millis);
    }

    /** Those who wait hear nothing any more; and how often nothing was enqueued is counted anew. */
    private void restart() {
        tell("restart");
        waiters.clear();
        rig.restart();
        model.restarted = true;
        for (Queue queue : model.queues.values()) {
            queue.groups
                    .values()
                    .forEach(group -> group.ended.replaceAll(
                            (seq, ended) -> new QueueModel.Ended(ended.how(), ended.copy(), false)));
            queue.duplicates = 0;
            queue.counted.clear();
            comparison.checkLeases(queue);
        }
    }
}
