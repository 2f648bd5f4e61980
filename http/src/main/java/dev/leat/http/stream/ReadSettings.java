package dev.leat.http.stream;

/**
 * Settings of catch-up reads.
 *
 * @param bytes the longest answer; it ends at a message's end
 * @param gzip whether to compress for clients that accept it
 */
public record ReadSettings(int bytes, boolean gzip) {}
