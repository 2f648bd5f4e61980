package dev.leat.spring;

import dev.leat.outbox.OutboxBuilder;

/** A bean that adds to the outbox what properties cannot say: a codec, error classes, a route with its sink. */
@FunctionalInterface
public interface OutboxCustomizer {

    void customize(OutboxBuilder builder);
}
