package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.ConsumerName;
import dev.leat.api.Delivery;
import dev.leat.api.DeliveryId;
import dev.leat.api.GroupName;
import dev.leat.api.GroupStart;
import dev.leat.api.MessageId;
import dev.leat.api.MessageInfo;
import dev.leat.api.MessageInfo.State;
import dev.leat.api.NewMessage;
import dev.leat.api.QueueCommand;
import dev.leat.api.QueueOutcome;
import dev.leat.api.QueueOutcome.Enqueued.Result;
import dev.leat.api.QueueQuery;
import dev.leat.api.RedriveFilter;
import dev.leat.api.SettleResult;
import dev.leat.api.Settlement;
import dev.leat.engine.QueueModel.Entry;
import dev.leat.engine.QueueModel.Group;
import dev.leat.engine.QueueModel.Message;
import dev.leat.engine.QueueModel.Queue;
import dev.leat.engine.QueueModelOps.Handle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One random life of an engine with queues, and its model beside it. After each step both say the same. */
final class QueueLife {
    private final Random random;
    private final boolean restarts;
    private final QueueRig rig = new QueueRig();
    private final QueueModel model = new QueueModel(rig.clock.millis());
    private final QueueModelOps ops = new QueueModelOps(model);
    private final RandomQueues choices;
    private final List<Handle> handles = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private final Set<MessageId> ids = new HashSet<>();
    private final List<String> told = new ArrayList<>();

    /** A receive that has no answer yet. */
    private record Waiter(
            Group group, ConsumerName consumer, int max, long until, Found<QueueOutcome.Received> found) {}

    QueueLife(long seed, boolean restarts, RandomQueues.Trait... traits) {
        this.random = new Random(seed);
        this.restarts = restarts;
        this.choices = new RandomQueues(random, restarts, Set.of(traits));
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
            compare();
            for (int i = 0; i < steps; i++) {
                step();
                numberArrivals();
                serve();
                compare();
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
            enqueue(choices.any(model.queues.values()));
        } else if (kind < 42) {
            receive(anyGroup());
        } else if (kind < 45) {
            pop(choices.any(model.queues.values()));
        } else if (kind < 66) {
            settle();
        } else if (kind < 69) {
            claim(anyGroup());
        } else if (kind < 71) {
            cancel(choices.any(model.queues.values()));
        } else if (kind < 73) {
            purge(choices.any(model.queues.values()));
        } else if (kind < 75) {
            pause();
        } else if (kind < 80) {
            administer();
        } else if (kind < 83) {
            redrive();
        } else if (kind < 94) {
            pass(1 + random.nextInt(random.nextBoolean() ? 1500 : 9000));
        } else if (kind < 97) {
            tell("checkpoint");
            rig.checkpoint();
        } else if (restarts) {
            restart();
        }
    }

    private void tell(String what) {
        told.add((model.now % 10_000_000) + " " + what);
    }

    private Group anyGroup() {
        Queue queue = choices.any(model.queues.values());
        return choices.any(queue.groups.values());
    }

    private static @Nullable GroupName named(Group group) {
        return group.queue.isFanout() ? group.name : null;
    }

    // ---- messages in

    private void enqueue(Queue queue) {
        List<NewMessage> messages = new ArrayList<>();
        int count = queue.config.maxMessages() > 0 ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            messages.add(choices.message(queue));
        }
        boolean partial = random.nextInt(4) == 0;
        tell("enqueue " + queue.name + " "
                + messages.stream().map(QueueShown::message).toList() + " partial " + partial);
        Found<QueueOutcome.Enqueued> found = rig.sent(new QueueCommand.Enqueue(queue.name, messages, partial));
        boolean bad = messages.stream().anyMatch(m -> QueueModelOps.isBad(queue, m));
        if (bad && !partial) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("BadArgument");
            return;
        }
        boolean alone = count == 1 && !partial;
        for (int i = 0; i < count; i++) {
            NewMessage message = messages.get(i);
            Result result =
                    found.outcome == null ? null : found.outcome.results().get(i);
            String refusal = QueueShown.rejection(
                    alone || result == null
                            ? found.rejection
                            : result instanceof Result.Refused refused ? refused.rejection() : null);
            taken(queue, message, refusal, result instanceof Result.Taken taken ? taken : null);
        }
    }

    private void taken(Queue queue, NewMessage message, String refusal, Result.@Nullable Taken taken) {
        if (QueueModelOps.isBad(queue, message)) {
            assertThat(refusal).isEqualTo("BadArgument");
            return;
        }
        QueueModel.Dedup known = ops.known(queue, message);
        if (known != null) {
            queue.duplicates++;
            assertThat(taken).isEqualTo(new Result.Taken(known.id(), known.seq(), true));
        } else if (!ops.makeRoom(queue)) {
            assertThat(refusal).isEqualTo("QueueFull");
        } else {
            assertThat(taken).as("taken, not %s", refusal).isNotNull();
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
        Duration lease = random.nextInt(4) == 0 ? Duration.ofMillis(1000 + random.nextInt(20_000)) : null;
        boolean waits = random.nextInt(5) == 0 && !choices.isDeadLetterQueue(group.queue);
        Duration wait = waits ? Duration.ofMillis(1 + random.nextInt(20_000)) : Duration.ZERO;
        tell("receive " + group.queue.name + " " + group.name + " " + consumer + " max " + max + " wait " + wait);
        Found<QueueOutcome.Received> found = rig.sent(
                new QueueCommand.Receive(group.queue.name, named(group), consumer, max, wait, waits ? null : lease));
        List<Entry> deliverable = ops.deliverable(group);
        List<Entry> expected = ops.receive(group, consumer, fewer(max, found), waits ? null : lease);
        if (expected.isEmpty() && waits) {
            waiters.add(new Waiter(group, consumer, max, model.now + wait.toMillis(), found));
        } else {
            received(expected, found, true);
            if (expected.isEmpty()) {
                assertThat(found.outcome.throttled()).as("throttled").isIn(!deliverable.isEmpty(), ops.isPaused(group));
            }
        }
    }

    private void received(List<Entry> expected, Found<QueueOutcome.Received> found, boolean leased) {
        assertThat(found.outcome).as("an answer, not %s", found.rejection).isNotNull();
        List<Delivery> deliveries = found.outcome.deliveries();
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < deliveries.size(); i++) {
            boolean dead = i < expected.size() && expected.get(i).message.origin != null;
            shown.add(QueueShown.delivery(deliveries.get(i), leased, dead));
        }
        assertThat(shown)
                .isEqualTo(expected.stream()
                        .map(e -> QueueShown.delivery(e, leased))
                        .toList());
        for (int i = 0; i < expected.size() && leased; i++) {
            Entry entry = expected.get(i);
            handles.add(new Handle(entry, entry.epoch, deliveries.get(i).deliveryId()));
        }
    }

    /** After a restart a receive that has something does not wait until more is read from the store. */
    private int fewer(int max, Found<QueueOutcome.Received> found) {
        int size = found.outcome == null ? 0 : found.outcome.deliveries().size();
        return restarts && size > 0 ? Math.min(max, size) : max;
    }

    /** Whoever waits longest is served first. */
    private void serve() {
        for (Iterator<Waiter> each = waiters.iterator(); each.hasNext(); ) {
            Waiter waiter = each.next();
            List<Entry> expected = ops.receive(waiter.group, waiter.consumer, fewer(waiter.max, waiter.found), null);
            if (!expected.isEmpty() || waiter.until <= model.now) {
                received(expected, waiter.found, true);
                each.remove();
            } else {
                assertThat(waiter.found.outcome == null && waiter.found.rejection == null)
                        .as("%s waits, not %s %s", waiter.consumer, waiter.found.outcome, waiter.found.rejection)
                        .isTrue();
            }
        }
    }

    private void pop(Queue queue) {
        int max = 1 + random.nextInt(3);
        var side = random.nextInt(3) == 0 ? QueueCommand.Pop.Side.TAIL : QueueCommand.Pop.Side.HEAD;
        tell("pop " + queue.name + " " + max + " " + side);
        Found<QueueOutcome.Received> found = rig.sent(new QueueCommand.Pop(queue.name, max, side));
        if (queue.isFanout()) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("BadArgument");
        } else {
            received(ops.pop(choices.any(queue.groups.values()), fewer(max, found), side), found, false);
        }
    }

    private void claim(Group group) {
        if (group.queue.config.maxLeases() > 0 || group.queue.config.maxLeasesPerConsumer() > 0) {
            return;
        }
        ConsumerName consumer = choices.consumer();
        Duration idle = Duration.ofMillis(random.nextInt(5000));
        Duration lease = Duration.ofMillis(1000 + random.nextInt(20_000));
        tell("claim " + group.queue.name + " " + group.name + " " + consumer + " idle " + idle);
        Found<QueueOutcome.Received> found =
                rig.sent(new QueueCommand.Claim(group.queue.name, named(group), consumer, idle, 1000, lease));
        Set<Long> some = found.outcome == null
                ? Set.of()
                : found.outcome.deliveries().stream().map(Delivery::seq).collect(Collectors.toSet());
        received(
                ops.claim(
                        group, consumer, idle, lease, e -> !restarts || some.isEmpty() || some.contains(e.message.seq)),
                found,
                true);
    }

    private void settle() {
        if (handles.isEmpty()) {
            return;
        }
        int from = random.nextInt(4) == 0 ? 0 : Math.max(0, handles.size() - 8);
        Handle handle = handles.get(from + random.nextInt(handles.size() - from));
        Queue queue = handle.entry().message.queue;
        Settlement settlement = choices.settlement(handle.id());
        if (random.nextInt(40) == 0) {
            refuseForged(queue, handle);
            return;
        }
        boolean over = handle.entry().message.expiresAt <= model.now;
        Message copy = handle.entry().deadCopy;
        boolean copyGone = copy != null && copy.queue.messages.get(copy.seq) != copy;
        String before = handle.entry().state + " epoch " + handle.entry().epoch;
        tell("settle " + queue.name + " " + handle.entry().group.name + " " + handle.entry().message.seq + " epoch "
                + handle.epoch() + " (" + before + ") " + shortly(settlement));
        SettleResult result = rig.settle(queue.name.value(), settlement);
        String expected = ops.settle(handle, settlement);
        String found = QueueShown.settled(result);
        if (expected.equals("Nothing") || copyGone) {
            assertThat(result).isInstanceOfAny(SettleResult.Refused.class, SettleResult.AlreadySettled.class);
        } else if (over && expected.startsWith("Requeued")) {
            assertThat(result).isNotInstanceOf(SettleResult.Refused.class);
        } else if (expected.startsWith("AlreadySettled")) {
            assertThat(found).as(expected).startsWith("AlreadySettled"); // the last word is about the whole message
        } else {
            assertThat(found).isEqualTo(expected);
        }
    }

    private static String shortly(Settlement settlement) {
        return settlement.toString().replaceAll("delivery=[^,\\]]*", "");
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

    // ---- administration

    private void cancel(Queue queue) {
        if (queue.messages.isEmpty()) {
            return;
        }
        Message message = choices.any(queue.messages.values());
        if (queue.messages.values().stream()
                        .filter(m -> m.id.equals(message.id))
                        .count()
                > 1) {
            return; // the id of a fan-out message that failed in two groups means both
        }
        boolean force = random.nextBoolean();
        tell("cancel " + queue.name + " " + message.seq + " force " + force);
        Found<QueueOutcome.Cancelled> found = rig.sent(new QueueCommand.Cancel(queue.name, message.id, force));
        String expected = ops.cancel(queue, message, force);
        assertThat(found.outcome == null ? QueueShown.rejection(found.rejection) : "Cancelled")
                .isEqualTo(expected);
        if (expected.equals("Cancelled")) {
            assertThat(QueueShown.rejection(rig.refusal(new QueueCommand.Cancel(queue.name, message.id, true))))
                    .isEqualTo("MessageNotFound");
        }
    }

    private void purge(Queue queue) {
        var scope = choices.any(List.of(QueueCommand.Purge.Scope.values()));
        Group only = random.nextInt(3) == 0 ? choices.any(queue.groups.values()) : null;
        tell("purge " + queue.name + " " + scope + " " + (only == null ? "" : only.name));
        long found = rig.call(new QueueCommand.Purge(queue.name, scope, only == null ? null : only.name))
                .messages();
        long expected = ops.purge(queue, scope, only);
        if (!queue.isFanout()) {
            assertThat(found).as("purged").isEqualTo(expected);
        }
    }

    private void pause() {
        Queue queue = choices.any(model.queues.values());
        Group group = random.nextBoolean() ? choices.any(queue.groups.values()) : null;
        boolean paused = random.nextInt(3) == 0;
        tell("pause " + queue.name + " " + (group == null ? "" : group.name) + " " + paused);
        rig.call(new QueueCommand.Pause(queue.name, group == null ? null : group.name, paused));
        if (group == null) {
            queue.paused = paused;
        } else {
            group.paused = paused;
        }
    }

    private void administer() {
        Queue queue = choices.any(model.queues.values());
        if (!queue.isFanout()) {
            assertThat(QueueShown.rejection(rig.refusal(
                            new QueueCommand.CreateGroup(queue.name, GroupName.of("more"), GroupStart.HEAD))))
                    .isEqualTo("BadArgument");
            return;
        }
        Group group = choices.any(queue.groups.values());
        switch (random.nextInt(3)) {
            case 0 -> createGroup(queue);
            case 1 -> seek(group);
            default -> deleteGroup(group);
        }
    }

    private long from(Queue queue, GroupStart start) {
        return switch (start) {
            case GroupStart.Head head -> 0;
            case GroupStart.Tail tail -> queue.nextSeq;
            case GroupStart.Seq seq -> seq.seq();
            case GroupStart.Timestamp timestamp ->
                queue.messages.values().stream()
                        .filter(m -> m.enqueuedAt >= timestamp.moment().toEpochMilli())
                        .mapToLong(m -> m.seq)
                        .min()
                        .orElse(queue.nextSeq);
        };
    }

    private GroupStart anyStart(Queue queue) {
        return switch (random.nextInt(4)) {
            case 0 -> GroupStart.HEAD;
            case 1 -> GroupStart.TAIL;
            case 2 -> new GroupStart.Seq(Math.max(0, queue.nextSeq - random.nextInt(8)));
            default -> new GroupStart.Timestamp(Instant.ofEpochMilli(model.now - random.nextInt(20_000)));
        };
    }

    private void createGroup(Queue queue) {
        GroupName name = choices.any(RandomQueues.PASSING);
        GroupStart start = anyStart(queue);
        String kind = start.getClass().getSimpleName();
        Group there = queue.groups.get(name);
        tell("create group " + queue.name + " " + name + " " + start);
        Found<QueueOutcome.GroupCreated> found = rig.sent(new QueueCommand.CreateGroup(queue.name, name, start));
        if (there == null) {
            assertThat(found.outcome).as("made, not %s", found.rejection).isNotNull();
            assertThat(found.outcome.isNew()).isTrue();
            ops.createGroup(queue, new Group(queue, name, kind, from(queue, start)));
        } else if (there.start.equals(kind)) {
            assertThat(found.outcome).as("confirmed, not %s", found.rejection).isNotNull();
            assertThat(found.outcome.isNew()).isFalse();
        } else {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("GroupExists");
        }
    }

    private void seek(Group group) {
        GroupStart start = anyStart(group.queue);
        boolean force = random.nextBoolean();
        tell("seek " + group.queue.name + " " + group.name + " " + start + " force " + force);
        Found<QueueOutcome.GroupMoved> found =
                rig.sent(new QueueCommand.SeekGroup(group.queue.name, group.name, start, force));
        if (!force && group.in(State.LEASED) > 0) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("InUse");
        } else {
            assertThat(found.outcome).as("moved, not %s", found.rejection).isNotNull();
            ops.seek(group, from(group.queue, start));
        }
    }

    private void deleteGroup(Group group) {
        if (RandomQueues.LASTING.contains(group.name)) {
            return;
        }
        boolean force = random.nextBoolean();
        tell("delete group " + group.queue.name + " " + group.name + " force " + force);
        Found<QueueOutcome.GroupDeleted> found =
                rig.sent(new QueueCommand.DeleteGroup(group.queue.name, group.name, force));
        if (!force && group.in(State.LEASED) > 0) {
            assertThat(QueueShown.rejection(found.rejection)).isEqualTo("InUse");
            return;
        }
        assertThat(found.outcome).as("deleted, not %s", found.rejection).isNotNull();
        ops.deleteGroup(group);
        for (Waiter waiter : waiters) {
            if (waiter.group == group) {
                assertThat(QueueShown.rejection(waiter.found.rejection)).isEqualTo("GroupNotFound");
            }
        }
        waiters.removeIf(waiter -> waiter.group == group);
    }

    private void redrive() {
        if (!choices.has(RandomQueues.Trait.DEAD_LETTERS)) {
            return;
        }
        Queue dead = choices.deadLetters(model);
        boolean unclear = dead.messages.values().stream()
                .anyMatch(m -> m.origin != null
                        && (m.origin.queue().config.maxMessages() > 0
                                || !m.origin.queue().groups.containsKey(m.origin.group())));
        if (unclear) {
            return;
        }
        tell("redrive " + dead.name);
        QueueOutcome.TaskInfo begun = rig.call(new QueueCommand.Redrive(dead.name, RedriveFilter.ALL, 0, 0, null));
        tick();
        long moved = ops.redrive(dead);
        serve();
        pass(2);
        QueueOutcome.TaskInfo done = rig.ask(new QueueQuery.Task(begun.task()));
        assertThat(done.state()).isEqualTo(QueueOutcome.TaskInfo.State.DONE);
        assertThat(done.moved()).as("redriven").isEqualTo(moved);
    }

    /** The moment in which a task begins. */
    private void tick() {
        rig.advance(Duration.ofMillis(1));
        model.advanceTo(model.now + 1);
        numberArrivals();
    }

    // ---- time and restarts

    private void pass(long millis) {
        long target = model.now + millis;
        while (model.now < target) {
            long waiting = waiters.stream().mapToLong(Waiter::until).min().orElse(Long.MAX_VALUE);
            long next = Math.min(target, Math.min(waiting, model.nextMoment()));
            tell("until " + next % 10_000_000);
            rig.advance(Duration.ofMillis(next - model.now));
            model.advanceTo(next);
            numberArrivals();
            serve();
        }
    }

    /** Those who wait hear nothing any more; and how often nothing was enqueued is not worth a write of its own. */
    private void restart() {
        tell("restart");
        waiters.clear();
        rig.restart();
        model.queues.values().forEach(this::checkLeases);
        for (Queue queue : model.queues.values()) {
            long remembered = rig.info(queue.name.value()).duplicates();
            assertThat(remembered).isLessThanOrEqualTo(queue.duplicates);
            queue.duplicates = remembered;
        }
    }

    /** Nobody loses a lease by a restart: each has some time left, as the engine tells. */
    private void checkLeases(Queue queue) {
        for (MessageInfo message : rig.browse(queue.name.value())) {
            for (MessageInfo.InGroup standing : message.groups()) {
                Group group = queue.groups.get(standing.group());
                Entry entry = group == null ? null : group.entries.get(message.seq());
                if (entry != null && entry.state == State.LEASED && standing.due() != null) {
                    long grace = model.now + Math.min(entry.lease, 30_000);
                    long due = standing.due().toEpochMilli();
                    assertThat(due)
                            .as("the end of the lease of %s", message.seq())
                            .isBetween(Math.max(entry.due, grace), Math.max(entry.due, model.now + 30_000));
                    entry.due = due;
                }
            }
        }
    }

    // ---- comparing

    /** Dead letters of one moment come in any order; which it was, the engine tells. */
    private void numberArrivals() {
        for (Queue queue : model.queues.values()) {
            if (queue.arrivals.size() > 1) {
                Map<String, Long> found = rig.browse(queue.name.value()).stream()
                        .filter(m -> m.provenance() != null)
                        .collect(Collectors.toMap(QueueLife::originOf, MessageInfo::seq, Math::max));
                Map<Long, Message> renumbered = new TreeMap<>();
                for (Message message : queue.arrivals) {
                    renumbered.put(found.getOrDefault(originOf(message), -1L), message);
                }
                assertThat(renumbered.keySet())
                        .as("seqs of dead letters that came together")
                        .containsExactlyInAnyOrderElementsOf(
                                queue.arrivals.stream().map(m -> m.seq).toList());
                renumber(queue, renumbered);
            }
            queue.arrivals.clear();
        }
    }

    private static String originOf(MessageInfo info) {
        var provenance = java.util.Objects.requireNonNull(info.provenance());
        return info.messageId() + " " + provenance.originGroup();
    }

    private static String originOf(Message message) {
        return message.id + " "
                + java.util.Objects.requireNonNull(message.origin).group();
    }

    private static void renumber(Queue queue, Map<Long, Message> renumbered) {
        Group group = queue.groups.values().iterator().next();
        Map<Message, Entry> entries = new java.util.HashMap<>();
        queue.arrivals.forEach(message -> {
            queue.messages.remove(message.seq);
            entries.put(message, java.util.Objects.requireNonNull(group.entries.remove(message.seq)));
        });
        renumbered.forEach((seq, message) -> {
            message.seq = seq;
            queue.messages.put(seq, message);
            group.entries.put(seq, java.util.Objects.requireNonNull(entries.get(message)));
        });
    }

    private static void checkBlocked(Queue queue, MessageInfo message) {
        for (MessageInfo.InGroup standing : message.groups()) {
            if (standing.state() == State.BLOCKED) {
                Group group = java.util.Objects.requireNonNull(queue.groups.get(standing.group()));
                Entry entry = group.entries.get(message.seq());
                assertThat(entry != null && group.blocker(entry) != null)
                        .as("%s is blocked", message)
                        .isTrue();
            }
        }
    }

    private void compare() {
        for (Queue queue : model.queues.values()) {
            QueueOutcome.QueueInfo info = rig.info(queue.name.value());
            List<MessageInfo> messages = rig.browse(queue.name.value());
            messages.forEach(message -> checkBlocked(queue, message));
            same(
                    "messages of " + queue.name,
                    messages.stream().map(QueueShown::message),
                    queue.messages.values().stream().map(QueueShown::message));
            assertThat(QueueShown.queue(info)).isEqualTo(QueueShown.queue(queue));
            same(
                    "groups of " + queue.name,
                    info.groups().stream().map(g -> QueueShown.group(g, isSought(queue, g.group()))),
                    queue.groups.values().stream().map(QueueShown::group));
        }
    }

    private static boolean isSought(Queue queue, GroupName name) {
        Group group = queue.groups.get(name);
        return group != null && group.sought;
    }

    /** Tells only what differs. */
    private static void same(String what, Stream<String> found, Stream<String> expected) {
        List<String> tooMuch = new ArrayList<>(found.toList());
        List<String> missing = new ArrayList<>();
        expected.forEach(each -> {
            if (!tooMuch.remove(each)) {
                missing.add(each);
            }
        });
        assertThat(tooMuch).as(what).isEqualTo(missing);
    }
}
