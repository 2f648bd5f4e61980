package dev.leat.engine.doctor;

import dev.leat.engine.checkpoint.JournalReplay;
import dev.leat.engine.presence.PresenceChangeReader;
import dev.leat.engine.queue.QueueChangeReader;
import dev.leat.engine.shard.Changes;
import dev.leat.engine.shard.Features;
import dev.leat.engine.stream.StreamChangeReader;
import dev.leat.engine.stream.StreamRecord;
import dev.leat.engine.subscription.SubscriptionChangeReader;
import dev.leat.storage.journal.JournalCheck;
import dev.leat.storage.journal.JournalEnd;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the journal as a start would, and rehearses the recovery: the frames after the last checkpoint have to fit the store.
 * Frames before it are only decoded.
 */
final class JournalExam {
    private final JournalCheck journal;
    private final @Nullable Rehearsal rehearsal;
    private final Findings findings;
    private final Features decoder = Features.of(
            new StreamChangeReader(change -> {}),
            new SubscriptionChangeReader(() -> {}),
            new PresenceChangeReader(),
            new QueueChangeReader());
    private final Map<Long, StreamRecord> streams = new HashMap<>();
    private final Set<Long> removed = new HashSet<>();
    private long from;
    private long frames;
    private boolean fits;
    private @Nullable JournalEnd end;
    private @Nullable Loss loss;

    /** @param rehearsal of a start with the store that the journal belongs to; null if that cannot be read */
    JournalExam(JournalCheck journal, @Nullable Rehearsal rehearsal, Findings findings) {
        this.journal = journal;
        this.rehearsal = rehearsal;
        this.findings = findings;
        this.fits = rehearsal != null;
    }

    void examine() {
        from = rehearsal == null ? journal.start() : rehearsal.replay().from();
        long reached = rehearsal == null ? from : rehearsal.replay().reached();
        if (rehearsal != null) {
            rehearsal.streams().forEach(record -> removed.add(record.id()));
        }
        JournalEnd found = journal.read(from, reached, this::frame);
        end = found;
        if (journal.start() < from) {
            older();
        }
        if (rehearsal != null && fits) {
            rehearsal.streams().forEach(record -> streams.put(record.id(), record));
        }
        removed.removeAll(fits ? streams.keySet() : Set.copyOf(removed));
        judge(found);
    }

    private void frame(int shard, long frameEnd, ByteBuffer body) {
        frames++;
        if (rehearsal != null && fits) {
            rehearse(rehearsal.replay(), shard, frameEnd, body);
        } else {
            decode(frameEnd, body);
        }
    }

    private void rehearse(JournalReplay replay, int shard, long frameEnd, ByteBuffer body) {
        if (shard < replay.shards() && frameEnd <= replay.applied(shard)) {
            decode(frameEnd, body); // the store has it
            return;
        }
        try {
            replay.frame(shard, frameEnd, body);
        } catch (RuntimeException e) {
            fits = false;
            findings.refusal(
                    "the journal does not fit the store: the frame that ends at position " + frameEnd + ": "
                            + (e.getMessage() == null ? e : e.getMessage()),
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
            case JournalEnd.Clean clean -> {
                if (!clean.proven()) {
                    findings.note(
                            "the journal ends at position " + clean.position()
                                    + " without the mark of an orderly stop, and the bytes behind it do not tell"
                                    + " whether frames followed",
                            "nothing that was answered, unless the disk has lost the end of the journal",
                            "nothing to do after a kill; if the disk has lost files or blocks, compare with a backup");
                }
            }
            case JournalEnd.Torn torn ->
                findings.note(
                        torn.file() + " breaks off at byte " + torn.offset() + " (position " + torn.position()
                                + "): about " + torn.bytes() + " bytes of frames that are not whole",
                        "nothing that was answered, if a kill or a power failure cut a write short there; if the disk"
                                + " has lost bytes since, changes that were answered last may be among them, and nothing"
                                + " on the disk tells which",
                        "nothing to do after a kill or a power failure: the next start cuts them. Otherwise compare"
                                + " with a backup before the next start");
            case JournalEnd.Corrupt corrupt -> corrupt(corrupt);
        }
    }

    private void corrupt(JournalEnd.Corrupt corrupt) {
        String where = corrupt.file() + " is damaged at byte " + corrupt.offset() + " (position " + corrupt.position()
                + " of the journal): " + corrupt.what() + ". Behind it are " + corrupt.framesAfter()
                + " sound frames; " + corrupt.unreadable() + " bytes cannot be read";
        String wayOut = switch (remedy()) {
            case NONE -> Findings.RESTORE;
            case CUT ->
                "restore a backup, or run `leat doctor --repair DIR` to cut the journal there and lose what lies"
                        + " behind";
            case RESTART ->
                "restore a backup, or run `leat doctor --repair DIR` to go on with what archive and store have and"
                        + " lose the journal";
        };
        if (remedy() != Remedy.NONE) {
            loss = loss(corrupt);
        }
        findings.refusal(where, "changes that were confirmed; and the engine: it does not open", wayOut);
    }

    private @Nullable Loss loss(JournalEnd.Corrupt corrupt) {
        if (rehearsal == null) {
            return null;
        }
        JournalReplay kept = rehearsal.replay();
        LossCount count = new LossCount(streams);
        long position = remedy() == Remedy.CUT ? corrupt.position() : from;
        journal.readAfter(position, (shard, frameEnd, body) -> {
            if (shard < 0 || shard >= kept.shards() || frameEnd > kept.applied(shard)) {
                count.frame(body);
            }
        });
        Loss counted = count.at(position, corrupt.unreadable());
        return counted.isAny() ? counted : null;
    }

    /** What a repair can do about the journal. */
    enum Remedy {
        /** Nothing: it is as it should be, or the store cannot be used without it. */
        NONE,
        /** Cut it where it can be read no more. */
        CUT,
        /** Give up all its frames, and go on with what the store has. */
        RESTART
    }

    Remedy remedy() {
        JournalEnd found = end;
        if (!fits || found == null || found instanceof JournalEnd.Clean) {
            return Remedy.NONE;
        }
        return found.position() >= from && journal.canCut(found.position()) ? Remedy.CUT : Remedy.RESTART;
    }

    /** How the journal ends; null if it was not examined. */
    @Nullable
    JournalEnd end() {
        return end;
    }

    /** The streams that the store has and the journal removes; none if it does not fit. */
    Set<Long> removed() {
        return removed;
    }

    /** The streams as the journal leaves them; none if it does not fit. */
    Collection<StreamRecord> streams() {
        return streams.values();
    }

    long hotMessages() {
        return rehearsal == null ? 0 : rehearsal.hotMessages();
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
