package dev.leat.storage.archive;

/** A segment file and how long it is. */
public record Segment(int id, long length) {}
