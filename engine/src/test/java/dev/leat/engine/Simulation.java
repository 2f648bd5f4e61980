package dev.leat.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.api.Body;
import dev.leat.api.Command;
import dev.leat.api.ContentType;
import dev.leat.api.Fork;
import dev.leat.api.Lifetime;
import dev.leat.api.Offset;
import dev.leat.api.Outcome;
import dev.leat.api.ProducerStamp;
import dev.leat.api.Query;
import dev.leat.api.Rejection;
import dev.leat.api.Reply;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import dev.leat.engine.Ledger.Client;
import dev.leat.engine.Ledger.Content;
import dev.leat.engine.Ledger.Page;
import dev.leat.engine.Ledger.State;
import dev.leat.engine.stream.CheckpointWriter.Captured;
import dev.leat.engine.stream.Events;
import dev.leat.engine.stream.Limits;
import dev.leat.engine.stream.SegmentBook;
import dev.leat.engine.stream.Tidy;
import dev.leat.storage.StorageException;
import dev.leat.storage.archive.Run;
import dev.leat.testkit.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The whole engine on one thread. A seed decides what happens next: a command, a shard's turn, a commit, a piece of a checkpoint,
 * a failure, the end of the process. What callers know is in the ledger, and whatever is read is held against it.
 */
final class Simulation {
    private static final int SHARDS = 4;
    private static final Limits LIMITS = new Limits(1000, 1500, 9000, 1 << 20, 100);

    private final Random random;
    private final VirtualClock clock = VirtualClock.create();
    private final Settings settings = Settings.defaults()
            .withShards(SHARDS)
            .withThreads(2)
            .withInbox(40)
            .with(LIMITS)
            .with(clock);
    private final Faults faults = new Faults();
    private final SimulatedJournal.Disk journalDisk = new SimulatedJournal.Disk();
    private final SimulatedArchive.Disk archiveDisk = new SimulatedArchive.Disk();
    private final SimulatedStore.Disk storeDisk = new SimulatedStore.Disk();
    private final Ledger ledger = new Ledger();
    private final List<Ledger.Promise> promises = List.of(
            new NoAcknowledgedMessageLost(),
            new AcknowledgedExactlyOnceAndInOrder(),
            new NothingSeenIsTakenBack(),
            new AFailedCommandChangedNothing(),
            new LimitsHold(LIMITS));
    private final Set<Sent> pending = new LinkedHashSet<>();
    private final AtomicReference<@Nullable StorageException> failure = new AtomicReference<>();
    private SimulatedJournal journal;
    private Core core;
    private @Nullable CompletableFuture<List<Captured>> capture;
    private List<Run> written = List.of();
    private int messages;
    private long trace = 17;
    private final Counts counts = new Counts();

    /** How much happened. */
    static final class Counts {
        int commands;
        int crashes;
        int failures;
        int checkpoints;
        int forks;
    }

    /** A command on its way, and what to do with its answer. */
    private final class Sent implements Reply<Outcome> {
        private final Page page;
        private final Consumer<Outcome> onAnswer;
        private final Consumer<Rejection> onRefusal;
        private final Runnable onCrash;
        private final boolean exclusive;

        Sent(
                Page page,
                boolean exclusive,
                Consumer<Outcome> onAnswer,
                Consumer<Rejection> onRefusal,
                Runnable onCrash) {
            this.page = page;
            this.exclusive = exclusive;
            this.onAnswer = onAnswer;
            this.onRefusal = onRefusal;
            this.onCrash = onCrash;
        }

        @Override
        public void answered(Outcome outcome) {
            done(outcome.toString());
            onAnswer.accept(outcome);
        }

        @Override
        public void refused(Rejection rejection) {
            done(rejection.toString());
            onRefusal.accept(rejection);
        }

        private void done(String how) {
            trace(page.path + " " + how);
            if (!pending.remove(this)) {
                throw new AssertionError("answered twice: " + page.path + " " + how);
            }
            page.pending--;
            page.exclusive -= exclusive ? 1 : 0;
        }
    }

    Simulation(long seed) {
        this.random = new Random(seed);
        for (int i = 0; i < 8; i++) {
            StreamPath path = StreamPath.of("s" + i);
            ledger.pages.put(path.value(), new Page(path));
        }
        this.journal = new SimulatedJournal(journalDisk);
        this.core = start(Long.MAX_VALUE);
    }

    private Core start(long upTo) {
        journal = new SimulatedJournal(journalDisk);
        SimulatedStore store = new SimulatedStore(storeDisk, faults);
        SegmentBook book = SegmentBook.load(store);
        SimulatedArchive archive = new SimulatedArchive(archiveDisk, book.segments(), faults);
        capture = null;
        failure.set(null);
        Storage storage = new Storage(journal, archive, store, book);
        return new Core(storage, SHARDS, settings, new Events(), upTo, (work, reply) -> work.run(), failure::set);
    }

    /** Runs and returns a number that tells whether two runs did the same. */
    long run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
            if (failure.get() != null) {
                recoverFromFailure();
            }
            assertThat(core.usage().total()).isBetween(0L, LIMITS.totalBytes());
        }
        finish();
        checkEverything();
        deleteEverything();
        return trace;
    }

    /** The end may come in order or not. */
    private void finish() {
        faults.clear();
        if (oneIn(2)) {
            recoverFromCrash();
        }
        settle();
        if (failure.get() != null) {
            recoverFromFailure();
            settle();
        }
        if (capture != null) {
            core.checkpoint().write(capture.join());
            settle();
        }
    }

    Counts counts() {
        return counts;
    }

    private void trace(String what) {
        trace = 31 * trace + what.hashCode();
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private void step() {
        int kind = random.nextInt(1000);
        trace("step " + kind);
        if (kind < 380) {
            command(anyPage());
        } else if (kind < 640) {
            core.workers().get(random.nextInt(core.workers().size())).turn();
        } else if (kind < 800) {
            journal.sync(1 + random.nextInt(4));
        } else if (kind < 880) {
            look(anyPage());
        } else if (kind < 950) {
            checkpointStep();
        } else if (kind < 970) {
            clock.advance(Duration.ofMillis(1 + random.nextInt(3000)));
        } else if (kind < 978) {
            settleAndCheck();
        } else if (kind < 986) {
            recoverFromCrash();
        } else if (kind < 990) {
            journal.fail(random);
        } else {
            armFault();
        }
    }

    private Page anyPage() {
        return ledger.pages.get("s" + random.nextInt(ledger.pages.size()));
    }

    // ---- commands

    private void command(Page page) {
        counts.commands++;
        if (page.exclusive > 0 || page.pending > 6) {
            return;
        }
        boolean live = page.isLive(clock.millis());
        if (page.pending == 0 && (!live || oneIn(40))) {
            create(page);
        } else if (page.pending == 0 && oneIn(25)) {
            delete(page);
        } else if (oneIn(60) && !page.closing) {
            close(page);
        } else if (oneIn(2)) {
            produce(page);
        } else {
            append(page);
        }
    }

    private void send(Command<?> command, Sent sent) {
        pending.add(sent);
        sent.page.pending++;
        sent.page.exclusive += sent.exclusive ? 1 : 0;
        trace(sent.page.path + " " + command.getClass().getSimpleName());
        core.streams().submit(command, sent);
    }

    private String newMessage(String name) {
        String message = name + ";" + messages + ";" + "x".repeat(random.nextInt(20));
        ledger.sent.put(message, messages++);
        return message;
    }

    private void create(Page page) {
        Page source = oneIn(2) ? anyPage() : null;
        Content inherited = source == null || !source.isLive(clock.millis()) ? null : read(source);
        if (inherited == null || inherited.refusal() != null || source == null) {
            String first = newMessage("c.");
            Lifetime lifetime = oneIn(8) ? Lifetime.until(clock.instant().plusMillis(random.nextInt(30_000))) : null;
            create(
                    page,
                    new Command.Create(page.path, ContentType.TEXT, lifetime, Body.of(first), false, null),
                    first,
                    List.of(),
                    0);
        } else {
            fork(page, source, inherited);
        }
    }

    private void fork(Page page, Page source, Content content) {
        int count = random.nextInt(content.messages().size() + 1);
        List<StreamModel.Text> inherited = new ArrayList<>(content.messages().subList(0, count));
        long at = inherited.isEmpty() ? 0 : inherited.get(count - 1).end();
        Long sub = null;
        if (count < content.messages().size() && oneIn(2)) {
            StreamModel.Text cut = content.messages().get(count);
            sub = 1 + random.nextLong(cut.end() - cut.start());
            inherited.add(new StreamModel.Text(
                    cut.start(), cut.start() + sub, cut.value().substring(0, sub.intValue())));
        }
        counts.forks++;
        String first = newMessage("c.");
        Fork fork = new Fork(source.path, new Offset(at), sub);
        create(
                page,
                new Command.Create(page.path, null, null, Body.of(first), false, fork),
                first,
                inherited,
                source.incarnation);
    }

    private void create(
            Page page, Command.Create command, String first, List<StreamModel.Text> inherited, long source) {
        boolean wasLive = page.isLive(clock.millis());
        Consumer<Outcome> begun = outcome -> {
            if (!(outcome instanceof Outcome.Created created) || !created.isNew()) {
                assertThat(page.state).as("an equal stream at %s", page.path).isNotEqualTo(State.ABSENT);
                return;
            }
            assertThat(wasLive && page.isLive(clock.millis()))
                    .as("%s was there already", page.path)
                    .isFalse();
            begin(page, inherited, source);
            ledger.refused.remove(first);
            page.acknowledge(first, created.tail().position());
        };
        Runnable crashed = () -> {
            Outcome.StreamInfo info = head(page);
            if (info != null && (page.state != State.LIVE || info.incarnation() != page.incarnation)) {
                assertThat(wasLive && page.isLive(clock.millis()))
                        .as("%s was replaced", page.path)
                        .isFalse();
                begin(page, inherited, source);
                ledger.refused.remove(first);
            }
        };
        boolean twice = oneIn(4);
        send(command, new Sent(page, true, begun, rejection -> ledger.refused.add(first), crashed));
        if (twice) { // somebody else has the same idea at the same time
            send(command, new Sent(page, true, begun, rejection -> {}, crashed));
        }
    }

    private void begin(Page page, List<StreamModel.Text> inherited, long source) {
        Outcome.StreamInfo info = head(page);
        if (info == null) { // its time was over as soon as it was there
            page.begin(0);
            page.state = State.ENDED;
        } else {
            page.begin(info.incarnation());
            page.until = info.lifetime() instanceof Lifetime.Until until
                    ? until.moment().toEpochMilli()
                    : Long.MAX_VALUE;
        }
        page.inherited = inherited;
        page.sourceIncarnation = source;
    }

    private void delete(Page page) {
        send(
                new Command.Delete(page.path),
                new Sent(page, true, outcome -> page.state = State.ENDED, rejection -> {}, () -> {
                    if (head(page) == null) {
                        page.state = State.ENDED;
                    }
                }));
    }

    private void append(Page page) {
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            texts.add(newMessage("x."));
        }
        List<byte[]> payloads = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        Command.Append command = new Command.Append(page.path, null, Body.of(payloads), null, null, false);
        send(
                command,
                new Sent(
                        page,
                        false,
                        outcome -> {
                            long end = ((Outcome.Appended) outcome).tail().position();
                            for (int i = texts.size() - 1; i >= 0; i--) {
                                page.acknowledge(texts.get(i), end);
                                end -= texts.get(i).length();
                            }
                        },
                        rejection -> ledger.refused.addAll(texts),
                        () -> {}));
    }

    private void close(Page page) {
        page.closing = true;
        Command.Append command = new Command.Append(page.path, null, Body.EMPTY, null, null, true);
        send(command, new Sent(page, false, outcome -> {}, rejection -> page.closing = false, () -> {}));
    }

    private void produce(Page page) {
        Client client = page.clients.computeIfAbsent("p" + random.nextInt(3), Client::new);
        if (client.toRepeat.isEmpty() && client.pending == 0 && client.next > 0 && oneIn(10)) {
            client.epoch++;
            client.next = 0;
        }
        boolean repeats = !client.toRepeat.isEmpty();
        if (client.pending > 0 && (repeats || oneIn(5))) {
            echo(page, client); // before it repeats what was refused it waits for all answers, more or less patiently
            return;
        }
        long seq = repeats ? Collections.min(client.toRepeat) : client.next++;
        String message =
                repeats ? client.unacknowledged.get(seq) : newMessage(client.id + "." + client.epoch + "." + seq);
        client.toRepeat.remove(seq);
        client.unacknowledged.put(seq, message);
        client.pending++;
        ledger.refused.remove(message);
        ProducerStamp stamp = new ProducerStamp(client.id, client.epoch, seq);
        send(
                new Command.Append(page.path, null, Body.of(message), stamp, null, false),
                new Sent(
                        page,
                        false,
                        outcome -> {
                            client.pending--;
                            Outcome.Appended appended = (Outcome.Appended) outcome;
                            client.unacknowledged.remove(seq);
                            page.acknowledge(
                                    message,
                                    appended.duplicate() ? -1 : appended.tail().position());
                        },
                        rejection -> {
                            client.pending--;
                            client.toRepeat.add(seq);
                            // refused now, but an earlier sending may have been lost in a crash after it was done
                            if (!repeats) {
                                ledger.refused.add(message);
                            }
                        },
                        () -> {
                            client.pending--;
                            client.toRepeat.add(seq);
                        }));
    }

    /** Sends something again that was not answered yet. */
    private void echo(Page page, Client client) {
        List<Long> unanswered = client.unacknowledged.keySet().stream()
                .filter(seq -> !client.toRepeat.contains(seq))
                .toList();
        if (unanswered.isEmpty()) {
            return;
        }
        long seq = unanswered.get(random.nextInt(unanswered.size()));
        String message = Objects.requireNonNull(client.unacknowledged.get(seq));
        ProducerStamp stamp = new ProducerStamp(client.id, client.epoch, seq);
        Sent sent = new Sent(
                page,
                false,
                outcome -> {
                    Outcome.Appended appended = (Outcome.Appended) outcome;
                    ledger.refused.remove(message);
                    page.acknowledge(
                            message, appended.duplicate() ? -1 : appended.tail().position());
                },
                rejection -> {},
                () -> ledger.refused.remove(message));
        send(new Command.Append(page.path, null, Body.of(message), stamp, null, false), sent);
    }

    // ---- reading

    private Outcome.@Nullable StreamInfo head(Page page) {
        Found<Outcome.StreamInfo> found = new Found<>();
        core.streams().ask(new Query.Head(page.path), found);
        return found.outcome;
    }

    private static final class Found<O> implements Reply<O> {
        private @Nullable O outcome;
        private @Nullable Rejection rejection;

        @Override
        public void answered(O outcome) {
            this.outcome = outcome;
        }

        @Override
        public void refused(Rejection rejection) {
            this.rejection = rejection;
        }
    }

    private Content read(Page page) {
        List<StreamModel.Text> all = new ArrayList<>();
        Offset from = Offset.START;
        while (true) {
            Found<Slice> found = new Found<>();
            core.streams().ask(new Query.Read(page.path, from, 1 + random.nextInt(300)), found);
            Slice slice = found.outcome;
            if (slice == null) {
                return Content.refused(String.valueOf(found.rejection));
            }
            try (slice) {
                slice.messages()
                        .forEach(m -> all.add(new StreamModel.Text(
                                m.offset().position(), m.next().position(), m.text())));
                from = slice.next();
                if (slice.upToDate()) {
                    return new Content(slice.incarnation(), all, slice.closed(), null);
                }
            }
        }
    }

    /** Reads a stream whole and holds it against what is known. */
    private void look(Page page) {
        if (page.exclusive > 0) {
            return; // it may be there or not
        }
        Content content = read(page);
        trace(page.path + " " + content);
        if (page.isLive(clock.millis())) {
            assertThat(content.refusal()).as("%s is live", page.path).isNull();
            promises.forEach(promise -> promise.check(ledger, page, content));
            page.seen = content.messages();
            page.seenClosed = content.closed();
        } else {
            assertThat(content.refusal()).as("%s is not there", page.path).isNotNull();
        }
    }

    private void settleAndCheck() {
        settle();
        if (!journal.isBroken()) {
            checkEverything();
        }
    }

    private void checkEverything() {
        Ledger.Promise producers = new ProducerStateAgreesWithData(this::callNow);
        for (Page page : ledger.pages.values()) {
            look(page);
            if (page.isLive(clock.millis()) && !page.seenClosed) {
                producers.check(ledger, page, read(page));
            }
        }
        for (Page page : ledger.pages.values()) {
            requireReferenced(page);
        }
    }

    private Object callNow(Command.Append command) {
        Found<Outcome.Appended> found = new Found<>();
        core.streams().submit(command, found);
        settle();
        return Objects.requireNonNullElse(found.outcome, found.rejection);
    }

    /** A stream that is only hidden is hidden because a fork of it is there. */
    private void requireReferenced(Page page) {
        Found<Outcome.StreamInfo> found = new Found<>();
        core.streams().ask(new Query.Head(page.path), found);
        if (found.rejection instanceof Rejection.StreamGone) {
            assertThat(ledger.pages.values())
                    .as("forks of %s", page.path)
                    .anyMatch(fork -> fork.sourceIncarnation == page.incarnation && isThere(fork));
        }
    }

    private boolean isThere(Page page) {
        Found<Outcome.StreamInfo> found = new Found<>();
        core.streams().ask(new Query.Head(page.path), found);
        return !(found.rejection instanceof Rejection.StreamNotFound);
    }

    // ---- storage

    /** Lets everything that was begun come to its end. */
    private void settle() {
        boolean busy = true;
        while (busy && failure.get() == null) {
            busy = journal.pending() > 0;
            journal.sync(Integer.MAX_VALUE);
            for (var worker : core.workers()) {
                busy |= worker.turn();
            }
        }
    }

    private void armFault() {
        if (oneIn(2)) {
            faults.failAfter(random.nextInt(12));
        } else {
            faults.crashAfter(random.nextInt(12));
        }
    }

    private void checkpointStep() {
        CompletableFuture<List<Captured>> captured = capture;
        try {
            if (captured == null) {
                capture = core.checkpoint().capture();
            } else if (captured.isCompletedExceptionally()) {
                capture = null;
            } else if (captured.isDone()) {
                capture = null;
                counts.checkpoints++;
                written = core.checkpoint().write(captured.join());
                tidy();
            }
        } catch (Faults.CrashException crash) {
            recoverFromCrash();
        } catch (StorageException e) {
            failure.set(e);
        }
    }

    private void tidy() {
        if (oneIn(2)) {
            Tidy tidy = new Tidy(
                    core.storage().archive(),
                    core.storage().store(),
                    core.storage().book(),
                    new Tidy.Pace() {
                        @Override
                        public void spent(int bytes) {}

                        @Override
                        public boolean isUrgent() {
                            return oneIn(10);
                        }
                    });
            tidy.join(written);
            tidy.reclaim();
        }
    }

    /** As the embedded engine does it: everything on its way is refused or finished, then a new core takes over. */
    private void recoverFromFailure() {
        counts.failures++;
        trace("failure");
        for (int i = 0; i < 10 || (!pending.isEmpty() && i < 1000); i++) {
            journal.sync(Integer.MAX_VALUE);
            core.workers().forEach(worker -> worker.turn());
        }
        assertThat(pending).as("commands without an answer").isEmpty();
        long durable = journal.durable();
        storeDisk.crash(random);
        archiveDisk.crash();
        faults.clear();
        core = start(durable);
        checkAfterRecovery();
    }

    private void recoverFromCrash() {
        counts.crashes++;
        trace("crash");
        journal.crash(random);
        storeDisk.crash(random);
        archiveDisk.crash();
        faults.clear();
        core = start(Long.MAX_VALUE);
        for (Sent sent : List.copyOf(pending)) {
            sent.page.pending--;
            sent.page.exclusive -= sent.exclusive ? 1 : 0;
            sent.onCrash.run();
        }
        pending.clear();
        checkAfterRecovery();
    }

    private void checkAfterRecovery() {
        ledger.pages.values().forEach(this::look);
        if (oneIn(2)) {
            settleAndCheck();
        }
    }

    // ---- the end

    /** When the last stream is deleted nothing stays behind, in memory or on disk. */
    private void deleteEverything() {
        List<Page> order = new ArrayList<>(ledger.pages.values());
        Collections.shuffle(order, random);
        for (Page page : order) {
            core.streams().submit(new Command.Delete(page.path), new Found<Outcome.Deleted>());
        }
        settle();
        for (Page page : order) {
            assertThat(isThere(page))
                    .as("%s is deleted, and so is every fork of it", page.path)
                    .isFalse();
        }
        assertThat(core.usage().total()).as("bytes in use").isZero();
        for (int i = 0; i < 2; i++) {
            CompletableFuture<List<Captured>> last = core.checkpoint().capture();
            settle();
            core.checkpoint().write(last.join());
            settle();
        }
        assertThat(core.usage().hot()).as("bytes in memory").isZero();
        List<Character> left = new ArrayList<>();
        core.storage().store().scan(new byte[] {'P'}, new byte[] {'T'}, (key, value) -> left.add((char) key[0]));
        assertThat(left).as("kinds of entries left in the store").isEmpty();
    }
}
