/** Subscriptions: durable reading positions over streams, and what wakes their workers. */
@NullMarked
package dev.leat.api.subscription;

import org.jspecify.annotations.NullMarked;
