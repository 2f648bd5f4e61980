package dev.leat.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Rejection;
import dev.leat.api.queue.Backoff;
import dev.leat.api.queue.ConsumerName;
import dev.leat.api.queue.Delivery;
import dev.leat.api.queue.EnqueueResult;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.GroupStart;
import dev.leat.api.queue.MessageInfo;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.NewMessage;
import dev.leat.api.queue.QueueConfig;
import dev.leat.api.queue.QueueConfig.Mode;
import dev.leat.api.queue.QueueConfigBuilder;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueueSide;
import dev.leat.api.queue.SettleResult;
import dev.leat.api.queue.Settlement;
import dev.leat.api.spi.Outcome;
import dev.leat.api.spi.QueueCommand;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.engine.invariant.AttemptsNeverExceedBudget;
import dev.leat.engine.invariant.KeyOrderHolds;
import dev.leat.engine.invariant.NoAckedMessageRedelivered;
import dev.leat.engine.invariant.NoEnqueuedMessageLost;
import dev.leat.engine.invariant.OneLeasePerMessage;
import dev.leat.engine.invariant.QueueLedger;
import dev.leat.engine.invariant.QueueLedger.Book;
import dev.leat.engine.invariant.QueueLedger.Sent;
import dev.leat.engine.invariant.QueueLedger.Standing;
import dev.leat.engine.invariant.QueueLedger.Told;
import dev.leat.engine.queue.Queues;
import dev.leat.engine.support.Found;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Producers and consumers of a few queues in a simulation, who hold what they are told against what they know. */
public final class QueueTraffic {
    private static final String DEAD = "dead";
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final List<String> GROUPS = List.of("g0", "g1");

    private final Course course;
    private final Supplier<Queues> queues;
    private final Runnable settle;
    private final QueueLedger ledger = new QueueLedger();
    private final List<QueueLedger.Promise> promises = List.of(
            new OneLeasePerMessage(),
            new NoAckedMessageRedelivered(),
            new NoEnqueuedMessageLost(),
            new AttemptsNeverExceedBudget(),
            new KeyOrderHolds());
    private final List<Told> held = new ArrayList<>();
    private Set<Object> pending = new HashSet<>();
    private @Nullable Throwable broken;
    private int messages;
    int delivered;
    int acked;

    QueueTraffic(Course course, Supplier<Queues> queues, Runnable settle) {
        this.course = course;
        this.queues = queues;
        this.settle = settle;
    }

    /** Makes the queues: with a budget and dead letters on another shard, with keys, and with groups. */
    void begin() {
        Backoff backoff = new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(1));
        create(DEAD, QueueConfig.builder(Mode.WORK).maxAttempts(0));
        create(
                "budget",
                QueueConfig.builder(Mode.WORK)
                        .maxAttempts(3)
                        .deadLetter(QueueName.of(DEAD))
                        .retryBackoff(backoff));
        create("keys", QueueConfig.builder(Mode.WORK).maxAttempts(0).retryBackoff(backoff));
        create("groups", QueueConfig.builder(Mode.FANOUT).maxAttempts(0).retryBackoff(backoff));
        for (String group : GROUPS) {
            callNow(new QueueCommand.CreateGroup(QueueName.of("groups"), GroupName.of(group), GroupStart.HEAD));
        }
        List<String> only = List.of(GroupName.DEFAULT.value());
        ledger.books.put("budget", new Book("budget", only, 3, LEASE.toMillis()));
        ledger.books.put("keys", new Book("keys", only, 0, LEASE.toMillis()));
        ledger.books.put("groups", new Book("groups", GROUPS, 0, LEASE.toMillis()));
    }

    private void create(String name, QueueConfigBuilder config) {
        callNow(new QueueCommand.CreateQueue(
                QueueName.of(name), config.lease(LEASE).build()));
    }

    // ---- what they do

    void act() {
        Book book = ledger.books.get(List.of("budget", "keys", "groups").get(course.random.nextInt(3)));
        int kind = course.random.nextInt(10);
        if (kind < 3) {
            enqueue(book);
        } else if (kind < 6) {
            receive(book);
        } else if (!held.isEmpty()) {
            settle(held.get(course.random.nextInt(held.size())));
        }
    }

    private void enqueue(Book book) {
        List<Sent> sent = new ArrayList<>();
        List<NewMessage> given = new ArrayList<>();
        for (int i = course.random.nextInt(3); i >= 0; i--) {
            String key = book.queue.equals("keys") ? "k" + course.random.nextInt(3) : null;
            Sent message = new Sent(book.queue + messages++, key);
            sent.add(message);
            book.sent.put(message.text, message);
            NewMessage plain = NewMessage.of(message.text);
            given.add(key == null ? plain : plain.withKey(key));
        }
        send(
                new QueueCommand.Enqueue(QueueName.of(book.queue), given, false),
                enqueued -> {
                    for (int i = 0; i < sent.size(); i++) {
                        sent.get(i).seq = ((EnqueueResult) enqueued.results().get(i)).seq();
                    }
                },
                rejection -> sent.forEach(message -> message.refused = !(rejection instanceof Rejection.Unavailable)));
    }

    private void receive(Book book) {
        String group = book.groups.get(course.random.nextInt(book.groups.size()));
        Duration wait = course.oneIn(3) ? Duration.ofMillis(1 + course.random.nextInt(3000)) : Duration.ZERO;
        ConsumerName consumer = ConsumerName.of("c" + course.random.nextInt(3));
        List<Told> done = course.oneIn(3) ? done(book) : List.of();
        send(
                new QueueCommand.Receive(
                        QueueName.of(book.queue),
                        book.groups.size() > 1 ? GroupName.of(group) : null,
                        consumer,
                        1 + course.random.nextInt(3),
                        wait,
                        LEASE,
                        done.stream().map(told -> told.id).toList(),
                        course.oneIn(5) ? QueueSide.TAIL : QueueSide.HEAD),
                received -> {
                    for (int i = 0; i < done.size(); i++) {
                        settled(done.get(i), received.acks().get(i));
                    }
                    received.deliveries().forEach(delivery -> delivered(book, group, delivery));
                },
                rejection -> {});
    }

    /** What is acked together with a receive. */
    private List<Told> done(Book book) {
        List<Told> done = held.stream()
                .filter(told -> queueOf(told).equals(book.queue))
                .limit(2)
                .toList();
        done.forEach(told -> {
            told.standing().ackSent = true;
            told.givenBack = true;
            held.remove(told);
        });
        return done;
    }

    private void delivered(Book book, String group, Delivery delivery) {
        Sent message = Objects.requireNonNull(book.sent.get(delivery.text()), delivery::text);
        Told told = new Told(message, group, delivery, LEASE.toMillis());
        course.trace(message.text + " " + group + " " + told.attempt + " " + told.until);
        assertThat(message.refused).as("%s was refused", message.text).isFalse();
        assertThat(message.seq).as("the seq of %s", message.text).isIn(-1L, delivery.seq());
        message.seq = delivery.seq();
        promises.forEach(promise -> promise.delivered(book, told));
        told.standing().deliveries.add(told);
        held.add(told);
        delivered++;
    }

    private void settle(Told told) {
        Standing standing = told.standing();
        Settlement settlement = settlement(told);
        switch (settlement) {
            case Settlement.Ack ack -> standing.ackSent = true;
            case Settlement.Reject reject -> standing.rejectSent = true;
            case Settlement.Release release -> standing.releasesSent++;
            default -> {}
        }
        told.givenBack |= !(settlement instanceof Settlement.Extend);
        if (!course.oneIn(4)) {
            held.remove(told); // else it is settled again
        }
        send(
                QueueCommand.Settle.of(QueueName.of(queueOf(told)), settlement),
                settled -> {
                    boolean back = settled.only() instanceof SettleResult.Requeued;
                    told.nackTold |= back && settlement instanceof Settlement.Nack;
                    settled(told, settled.only());
                },
                rejection -> {});
    }

    private static String queueOf(Told told) {
        return told.message.text.replaceAll("[0-9]", "");
    }

    private Settlement settlement(Told told) {
        boolean keyed = told.message.key != null;
        return switch (course.random.nextInt(8)) {
            case 0, 1, 2, 3 -> Settlement.Ack.of(told.id);
            case 4, 5 -> Settlement.Nack.of(told.id);
            case 6 -> Settlement.Release.of(told.id);
            default ->
                keyed || course.oneIn(2)
                        ? new Settlement.Extend(told.id, LEASE)
                        : Settlement.Reject.of(told.id, "never");
        };
    }

    private void settled(Told told, SettleResult result) {
        course.trace(told.message.text + " " + result.getClass().getSimpleName());
        if (result instanceof SettleResult.Acked) {
            told.standing().ackTold = true;
            acked++;
        } else if (result instanceof SettleResult.Extended extended) {
            told.until = Math.max(told.until, extended.leaseUntil().toEpochMilli());
        }
    }

    // ---- asking

    private <O extends Outcome> void send(
            QueueCommand<O> command, Consumer<O> onAnswer, Consumer<Rejection> onRefusal) {
        Set<Object> mine = pending;
        Object ticket = new Object();
        mine.add(ticket);
        queues.get().submit(command, new Reply<O>() {
            @Override
            public void answered(O outcome) {
                noted(() -> {
                    assertThat(mine.remove(ticket))
                            .as("answered once: %s", command)
                            .isTrue();
                    onAnswer.accept(outcome);
                });
            }

            @Override
            public void refused(Rejection rejection) {
                noted(() -> {
                    assertThat(mine.remove(ticket))
                            .as("refused once: %s", command)
                            .isTrue();
                    course.trace(rejection.getClass().getSimpleName());
                    onRefusal.accept(rejection);
                });
            }
        });
    }

    /** The engine takes no notice of what a reply throws, so that it is kept for {@link #check}. */
    private void noted(Runnable reply) {
        try {
            reply.run();
        } catch (AssertionError | RuntimeException e) {
            broken = broken == null ? e : broken;
        }
    }

    private <O extends Outcome> O callNow(QueueCommand<O> command) {
        Found<O> found = new Found<>();
        queues.get().submit(command, found);
        settle.run();
        return Objects.requireNonNull(found.outcome, () -> command + ": " + found.rejection);
    }

    /** How many are without an answer. */
    int pending() {
        return pending.size();
    }

    /** Nothing on its way will be answered any more. */
    void crash() {
        pending = new HashSet<>();
    }

    // ---- looking

    void check() {
        if (broken != null) {
            throw new AssertionError("a promise was broken", broken);
        }
        for (Book book : ledger.books.values()) {
            Map<String, MessageInfo> there = browse(book.queue);
            Map<String, MessageInfo> dead = book.queue.equals("budget") ? browse(DEAD) : Map.of();
            course.trace(book.queue + " " + there.keySet() + " " + dead.keySet());
            promises.forEach(promise -> promise.looked(book, there, dead));
        }
    }

    private Map<String, MessageInfo> browse(String queue) {
        Map<String, MessageInfo> found = new HashMap<>();
        String after = null;
        do {
            Found<MessagePage> page = new Found<>();
            queues.get().ask(new QueueQuery.Browse(QueueName.of(queue), null, null, after, 50), page);
            settle.run();
            MessagePage answer = Objects.requireNonNull(page.outcome, () -> queue + ": " + page.rejection);
            for (MessageInfo info : answer.messages()) {
                String text = new String(info.payload(), StandardCharsets.UTF_8);
                assertThat(found.put(text, info))
                        .as("%s is in %s twice", text, queue)
                        .isNull();
            }
            after = answer.next();
        } while (after != null);
        return found;
    }

    void deleteEverything() {
        for (String name : List.of("budget", "keys", "groups", DEAD)) {
            callNow(new QueueCommand.DeleteQueue(QueueName.of(name), false));
        }
    }
}
