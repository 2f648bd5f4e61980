package dev.leat.engine.figures;

/**
 * How an engine is doing.
 *
 * @param streams how many streams there are
 * @param bytes what their messages and those of queues hold
 * @param hotBytes what of that is in memory because the archive does not have it yet
 * @param metadataBytes what is in memory beside messages, about: names, keys, dedup ids, leases, producers
 * @param backlog how many calls wait to be decided
 * @param journalPosition how far the journal is durable
 * @param journalBytes how much of it came after the last checkpoint
 */
public record Stats(
        int streams,
        long bytes,
        long hotBytes,
        long metadataBytes,
        int backlog,
        long journalPosition,
        long journalBytes) {}
