package dev.leat.engine.model;

import static dev.leat.engine.model.QueueLife.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Deliveries;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.DeliveryId;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.QueueCommand;
import dev.leat.engine.model.QueueModel.Entry;
import dev.leat.engine.model.QueueModel.Group;
import dev.leat.engine.model.QueueModel.Message;
import dev.leat.engine.model.QueueModel.Queue;
import dev.leat.engine.model.QueueModelOps.Handle;
import dev.leat.engine.model.QueueModelOps.Haul;
import dev.leat.engine.support.Found;
import dev.leat.engine.support.QueueRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Those who receive and settle in a {@link QueueLife}, and those among them who wait. */
final class QueueConsumers {
    final List<Waiter> waiters = new ArrayList<>();
    private final QueueLife life;
    private final QueueRig rig;
    private final QueueModel model;
    private final QueueModelOps ops;
    private final RandomQueues choices;
    private final Random random;
    private final boolean restarts;
    private final List<Handle> handles = new ArrayList<>();

    /** A receive that has no answer yet. */
    record Waiter(
            Group group,
            ConsumerName consumer,
            int max,
            QueueSide side,
            long until,
            List<List<String>> acks,
            Found<Deliveries> found) {}

    QueueConsumers(QueueLife life) {
        this.life = life;
        this.rig = life.rig;
        this.model = life.model;
        this.ops = life.ops;
        this.choices = life.choices;
        this.random = life.random;
        this.restarts = life.restarts;
    }

    private static @Nullable GroupName named(Group group) {
        return group.queue.isFanout() ? group.name : null;
    }

    void receive(Group group) {
        ConsumerName consumer = choices.consumer();
        int max = 1 + random.nextInt(random.nextInt(4) == 0 ? 10 : 2);
        boolean waits = random.nextInt(5) == 0;
        Duration lease = random.nextInt(4) == 0 && !waits ? choices.lease() : null;
        Duration wait = waits ? Duration.ofMillis(1 + random.nextInt(20_000)) : Duration.ZERO;
        List<Handle> done = done(group.queue);
        var side = random.nextInt(5) == 0 ? QueueSide.TAIL : QueueSide.HEAD;
        life.tell("receive " + group.queue.name + " " + group.name + " " + consumer + " max " + max + " " + side
                + " wait " + wait + " acks "
                + done.stream().map(handle -> handle.message().seq).toList());
        Found<Deliveries> found = rig.sent(new QueueCommand.Receive(
                group.queue.name,
                named(group),
                consumer,
                max,
                wait,
                lease,
                done.stream().map(Handle::id).toList(),
                side));
        List<List<String>> acks = done.stream()
                .map(handle -> settled(handle, Settlement.Ack.of(handle.id())))
                .toList();
        catchUp(); // what the acks set free is for those who waited before
        Haul expected = ops.receive(group, consumer, restarts ? fewer(max, found) : max, lease, side);
        if (expected.entries().isEmpty() && waits) {
            waiters.add(new Waiter(group, consumer, max, side, model.now + wait.toMillis(), acks, found));
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

    private static void checkAcks(List<List<String>> allowed, Found<Deliveries> found) {
        List<SettleResult> acks = answer(found).acks();
        assertThat(acks).hasSameSizeAs(allowed);
        for (int i = 0; i < acks.size(); i++) {
            assertThat(QueueShown.settled(acks.get(i))).isIn(allowed.get(i));
        }
    }

    private void received(Haul expected, Found<Deliveries> found, boolean leased) {
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
    private static int fewer(int max, Found<Deliveries> found) {
        int size = found.outcome == null ? 0 : found.outcome.deliveries().size();
        return size > 0 ? Math.min(max, size) : max;
    }

    /** What was begun has come to its end: whoever waits longest is served first. */
    void catchUp() {
        life.comparison.numberArrivals();
        for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
            Waiter waiter = each.next();
            int max = restarts || model.moved ? fewer(waiter.max, waiter.found) : waiter.max;
            Haul expected = ops.receive(waiter.group, waiter.consumer, max, null, waiter.side);
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

    void pop(Queue queue) {
        int max = 1 + random.nextInt(3);
        var side = random.nextInt(3) == 0 ? QueueSide.TAIL : QueueSide.HEAD;
        life.tell("pop " + queue.name + " " + max + " " + side);
        Found<Deliveries> found = rig.sent(new QueueCommand.Pop(queue.name, max, side));
        if (queue.isFanout()) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("BadArgument");
        } else {
            Group only = choices.any(queue.groups.values());
            received(ops.pop(only, restarts ? fewer(max, found) : max, side), found, false);
        }
    }

    void claim(Group group) {
        ConsumerName consumer = choices.consumer();
        int max = restarts || random.nextBoolean() ? 1000 : 1 + random.nextInt(3); // those not read yet are not counted
        Duration idle = Duration.ofMillis(random.nextInt(5000));
        Duration lease = choices.lease();
        life.tell("claim " + group.queue.name + " " + group.name + " " + consumer + " max " + max + " idle " + idle);
        Found<Deliveries> found =
                rig.sent(new QueueCommand.Claim(group.queue.name, named(group), consumer, idle, max, lease));
        Set<Long> some = answer(found).deliveries().stream().map(Delivery::seq).collect(Collectors.toSet());
        received(
                ops.claim(group, consumer, max, idle, lease, e -> !restarts || some.contains(e.message.seq)),
                found,
                true);
    }

    void settle() {
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
        life.tell("settle " + queue.name + " " + handle.group().name + " " + handle.message().seq + " epoch "
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
}
