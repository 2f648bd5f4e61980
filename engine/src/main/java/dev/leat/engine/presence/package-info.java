/**
 * Presence: the consumers of each group and their state, which follows from heartbeats and requests and never from leases.
 *
 * <p>Coming and going is in the journal at once, the time of the last sign only now and then. Every change of state is also a
 * message of the stream {@code $presence/<queue>}, written in the same turn: the stream is where the queue is.
 */
@NullMarked
package dev.leat.engine.presence;

import org.jspecify.annotations.NullMarked;
