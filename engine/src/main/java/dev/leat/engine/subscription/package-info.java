/** What is decided about subscriptions: durable reading positions over streams, and the wakes that call for a worker. */
@NullMarked
package dev.leat.engine.subscription;

import org.jspecify.annotations.NullMarked;
