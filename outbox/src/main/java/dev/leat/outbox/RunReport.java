package dev.leat.outbox;

/**
 * Result of one {@link Outbox#runOnce}.
 *
 * @param handedOn rows that the sink has taken
 * @param failed rows that the sink has failed, and which are tried again later
 * @param dead rows that the sink has failed and which are given up
 * @param left rows of the route that are still to be handed on, now or later, by this node or another; dead ones are not among them
 */
public record RunReport(long handedOn, long failed, long dead, long left) {}
