/** Runs of the archive as the store indexes them, how much of each segment is used, and the compaction of both. */
@org.jspecify.annotations.NullMarked
package dev.leat.engine.archive;
