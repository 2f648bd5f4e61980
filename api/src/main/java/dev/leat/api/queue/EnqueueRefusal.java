package dev.leat.api.queue;

import dev.leat.api.Rejection;

public record EnqueueRefusal(Rejection rejection) implements EnqueueEachResult {}
