package dev.leat.engine.doctor;

/**
 * How much was examined.
 *
 * @param streams those that exist, hidden ones included
 * @param messages what they hold of their own, in archive and journal
 * @param bytes the bytes of those messages
 * @param runs the runs in the archive
 * @param segments the archive segments that the store knows
 * @param frames the sound frames that the journal keeps
 * @param journalBytes what the journal keeps
 */
public record Counters(
        long streams, long messages, long bytes, long runs, long segments, long frames, long journalBytes) {}
