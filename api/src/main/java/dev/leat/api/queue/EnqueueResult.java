package dev.leat.api.queue;

/** @param duplicate whether it was there already, so that the id is the first one's */
public record EnqueueResult(MessageId messageId, long seq, boolean duplicate) implements EnqueueEachResult {}
