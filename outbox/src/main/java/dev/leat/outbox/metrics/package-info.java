/** Micrometer meters of an outbox. */
@NullMarked
package dev.leat.outbox.metrics;

import org.jspecify.annotations.NullMarked;
