package dev.leat.cli.config;

/**
 * What somebody set.
 *
 * @param source which flag, variable or line it is, in words
 */
public record GivenValue(String text, String source) {}
