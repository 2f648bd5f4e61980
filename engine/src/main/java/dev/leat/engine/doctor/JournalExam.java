package dev.leat.engine.doctor;

import dev.leat.engine.presence.PresenceChanges;
import dev.leat.engine.queue.QueueChanges;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Features;
import dev.leat.engine.stream.StreamChanges;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.stream.StreamRecovery;
import dev.leat.engine.subscription.SubscriptionChanges;
import dev.leat.storage.StorageException;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.journal.JournalEnd;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal as a start would, and rehearses the recovery: the frames after the last checkpoint have to fit the store.
 * Frames before it are decoded, too, but nobody needs them any more.
 */
final class JournalExam {
    private final JournalCheck journal;
    private final @Nullable StreamRecovery recovery;
    private final Findings findings;
    private final Features decoder = Features.of(
            new StreamChanges(change -> {}),
            new SubscriptionChanges(() -> {}),
            new PresenceChanges(),
            new QueueChanges());
    private final Map<Long, StreamRecord> streams = new HashMap<>();
    private long from;
    private long frames;
    private boolean fits;
    private @Nullable JournalEnd end;
    private @Nullable Loss loss;

    /** @param recovery of the store that the journal belongs to; null if that cannot be read */
    JournalExam(JournalCheck journal, @Nullable StreamRecovery recovery, Findings findings) {
        this.journal = journal;
        this.recovery = recovery;
        this.findings = findings;
        this.fits = recovery != null;
    }

    void examine() {
        from = recovery == null ? journal.start() : recovery.load();
        JournalEnd found = journal.read(from, this::frame);
        end = found;
        if (journal.start() < from) {
            older();
        }
        if (recovery != null && fits) {
            for (int shard = 0; shard < recovery.shards(); shard++) {
                recovery.shard(shard).records().forEach(record -> streams.put(record.id(), record));
            }
        }
        judge(found);
    }

    private void frame(int shard, long frameEnd, ByteBuffer body) {
        frames++;
        if (recovery != null && fits) {
            rehearse(recovery, shard, frameEnd, body);
        } else {
            decode(frameEnd, body);
        }
    }

    private void rehearse(StreamRecovery rehearsal, int shard, long frameEnd, ByteBuffer body) {
        if (shard < rehearsal.shards() && frameEnd <= rehearsal.applied(shard)) {
            decode(frameEnd, body); // the store has it
            return;
        }
        try {
            rehearsal.frame(shard, frameEnd, body);
        } catch (StorageException e) {
            fits = false;
            Throwable cause = e.getCause();
            findings.problem(
                    "the journal does not fit the store: the frame that ends at position " + frameEnd + ": "
                            + (cause == null ? e.getMessage() : cause.getMessage()),
                    "the engine: it does not open",
                    "use the version of Leat that wrote it, or restore a backup, and report this");
        }
    }

    private void decode(long frameEnd, ByteBuffer body) {
        try {
            Changes.replay(body, decoder);
        } catch (RuntimeException e) {
            findings.problem(
                    "the frame of the journal that ends at position " + frameEnd + " cannot be decoded: "
                            + e.getMessage(),
                    "whatever it changed",
                    "use the version of Leat that wrote it");
        }
    }

    private void older() {
        JournalEnd olderEnd = journal.read(journal.start(), (shard, frameEnd, body) -> {
            if (frameEnd <= from) {
                frames++;
                decode(frameEnd, body);
            }
        });
        if (olderEnd.position() < from) {
            findings.note(
                    "the journal is damaged at position " + olderEnd.position()
                            + ", in a part that archive and store have already",
                    "nothing",
                    "look after the disk; the journal reuses that part in time");
        }
    }

    private void judge(JournalEnd found) {
        switch (found) {
            case JournalEnd.Clean clean -> requireReached(clean.position());
            case JournalEnd.Torn torn -> {
                findings.note(
                        torn.file() + " breaks off at byte " + torn.offset() + " (position " + torn.position()
                                + "): about " + torn.bytes() + " bytes of frames that were not finished",
                        "nothing that was ever confirmed to anybody",
                        "nothing to do: the next start cuts them");
                requireReached(torn.position());
            }
            case JournalEnd.Corrupt corrupt -> corrupt(corrupt);
        }
    }

    /** A start goes on writing where the journal ends; frames that end before what counts as applied would be skipped later. */
    private void requireReached(long position) {
        long applied = applied();
        if (applied > position) {
            findings.problem(
                    "the journal ends at position " + position + ", but the store has applied it up to " + applied
                            + ": the rest of the journal was lost, and nobody knows what it held",
                    "changes that were confirmed, of streams that cannot be named; and the engine: it does not open",
                    "restore a backup, or run `leat doctor --repair DIR` to go on with what is there");
        }
    }

    /** The furthest that any shard's checkpoint got. */
    private long applied() {
        long applied = 0;
        for (int shard = 0; recovery != null && shard < recovery.shards(); shard++) {
            applied = Math.max(applied, recovery.applied(shard));
        }
        return applied;
    }

    private void corrupt(JournalEnd.Corrupt corrupt) {
        String where = corrupt.file() + " is damaged at byte " + corrupt.offset() + " (position " + corrupt.position()
                + " of the journal): " + corrupt.what() + ". Behind it are " + corrupt.framesAfter()
                + " sound frames; " + corrupt.unreadable() + " bytes cannot be read";
        String wayOut = "restore a backup";
        if (canBeCut()) {
            loss = loss(corrupt);
            wayOut =
                    "restore a backup, or run `leat doctor --repair DIR` to cut the journal there and lose what lies behind";
        }
        findings.problem(where, "changes that were confirmed; and the engine: it does not open", wayOut);
    }

    private @Nullable Loss loss(JournalEnd.Corrupt corrupt) {
        StreamRecovery kept = recovery;
        if (kept == null) {
            return null;
        }
        LossCount count = new LossCount(streams);
        journal.readAfter(corrupt.position(), (shard, frameEnd, body) -> {
            if (shard < 0 || shard >= kept.shards() || frameEnd > kept.applied(shard)) {
                count.frame(body);
            }
        });
        return count.at(corrupt.position(), corrupt.unreadable());
    }

    /** Whether the journal could go on from where it can be read: what lies before has to fit the store. */
    boolean canBeCut() {
        return fits && end != null && end.position() >= from && journal.canCut(end.position());
    }

    /** How the journal ends; null if it was not examined. */
    @Nullable
    JournalEnd end() {
        return end;
    }

    /** The streams as the journal leaves them; none if it does not fit. */
    Collection<StreamRecord> streams() {
        return streams.values();
    }

    long hotMessages() {
        long messages = 0;
        for (int shard = 0; recovery != null && shard < recovery.shards(); shard++) {
            messages += recovery.shard(shard).hotMessages();
        }
        return messages;
    }

    @Nullable
    Loss loss() {
        return loss;
    }

    long frames() {
        return frames;
    }

    long bytes() {
        return end == null ? 0 : Math.max(0, end.position() - journal.start());
    }
}
