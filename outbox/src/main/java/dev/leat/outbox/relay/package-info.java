/** Hands the rows of a route to its sink: who may, how often, and what became of them. */
@NullMarked
package dev.leat.outbox.relay;

import org.jspecify.annotations.NullMarked;
