package dev.leat.outbox.spi;

/**
 * The number of a batch, by which a target knows it again. Numbers begin with 0 and have no gaps; the same number always stands for
 * the same rows.
 *
 * @param producer the id of the producer: one for each shard of a route, for ever
 * @param epoch changes only if an operator begins to number anew
 */
public record BatchStamp(String producer, long epoch, long seq) {}
