package dev.leat.api.queue;

/**
 * The result of an enqueue.
 *
 * @param seq the position of the message in the queue's order of enqueues
 * @param duplicate whether a message with the same dedup id was there already, so that id and seq are those of the first
 */
public record EnqueueResult(MessageId messageId, long seq, boolean duplicate) implements EnqueueEachResult {}
