package dev.leat.api.queue;

/** What became of one message. */
public sealed interface EnqueueEachResult permits EnqueueResult, EnqueueRefusal {}
