/**
 * Presence: the consumers of each group and their state, which follows from heartbeats and requests and never from leases.
 *
 * <p>The journal gets new consumers and those that leave at once, and the time of the last sign of life now and then. Every change of
 * state is also a message of the stream {@code $presence/<queue>}, written in the same turn: the stream is on the shard of the queue.
 */
@NullMarked
package dev.leat.engine.presence;

import org.jspecify.annotations.NullMarked;
