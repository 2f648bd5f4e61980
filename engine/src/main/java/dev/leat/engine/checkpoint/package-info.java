/** Checkpoints of all features of a shard, and the replay of what the journal has after the last one. */
@org.jspecify.annotations.NullMarked
package dev.leat.engine.checkpoint;
