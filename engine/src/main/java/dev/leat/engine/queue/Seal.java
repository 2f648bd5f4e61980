package dev.leat.engine.queue;

/** Makes delivery ids that nobody else can make or read. */
final class Seal {}
