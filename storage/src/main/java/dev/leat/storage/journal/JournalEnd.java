package dev.leat.storage.journal;

import dev.leat.storage.CorruptionException;
import java.nio.file.Path;

/** Result of reading a journal to its end. */
public sealed interface JournalEnd {

    /** Where the last good frame ends and the next one would go. */
    long position();

    /**
     * After the last frame there is none, nor the beginning of one.
     *
     * @param proven whether it is certain that no frame followed: the journal was closed there, or the space behind is as it was
     *     prepared. Otherwise frames that followed may have been lost without a trace
     */
    record Clean(long position, boolean proven) implements JournalEnd {}

    /**
     * The journal breaks off in frames that are not whole, and nothing proves that they ever were; replay cuts them. A stop in the middle
     * of a write leaves such an end, and so does damage to the last group of frames.
     */
    record Torn(Path file, long offset, long position, long bytes) implements JournalEnd {}

    /**
     * Something that was durable is damaged.
     *
     * @param framesAfter how many sound data frames were found after the damage
     * @param lastEnd where the last sound frame of any kind ends; the position if there is none
     * @param unreadable how many bytes from the position up to there are no part of a sound frame
     */
    record Corrupt(Path file, long offset, long position, String what, long framesAfter, long lastEnd, long unreadable)
            implements JournalEnd {

        public CorruptionException exception() {
            return new CorruptionException(file, offset, what);
        }
    }
}
