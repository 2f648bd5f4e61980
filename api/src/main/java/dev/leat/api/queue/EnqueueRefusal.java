package dev.leat.api.queue;

import dev.leat.api.Rejection;

/** A message of {@link MessageQueue#enqueueEach} that was not enqueued, and why. */
public record EnqueueRefusal(Rejection rejection) implements EnqueueEachResult {}
