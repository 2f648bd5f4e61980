/** Hands the rows of a route to its sink: which node may, how often, and with what result. */
@NullMarked
package dev.leat.outbox.relay;

import org.jspecify.annotations.NullMarked;
