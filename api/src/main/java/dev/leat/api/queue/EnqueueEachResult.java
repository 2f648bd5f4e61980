package dev.leat.api.queue;

/** The result of one message of {@link MessageQueue#enqueueEach}: enqueued, or why not. */
public sealed interface EnqueueEachResult permits EnqueueResult, EnqueueRefusal {}
