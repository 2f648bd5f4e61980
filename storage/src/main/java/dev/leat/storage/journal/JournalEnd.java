package dev.leat.storage.journal;

import dev.leat.storage.CorruptionException;
import java.nio.file.Path;

/** How reading a journal ended. */
public sealed interface JournalEnd {

    /** Where the last good frame ends and the next one would go. */
    long position();

    /** After the last frame there is nothing. */
    record Clean(long position) implements JournalEnd {}

    /** The journal breaks off in frames that were never reported durable; replay cuts them. */
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
