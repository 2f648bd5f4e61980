package dev.leat.http.stream;

/**
 * How catch-up reads are served.
 *
 * @param bytes the longest answer; it ends at a message's end
 * @param gzip whether to compress for those who accept it
 */
public record ReadSettings(int bytes, boolean gzip) {}
