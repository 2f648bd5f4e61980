package dev.leat.cli.config;

/**
 * The text of a setting and its source.
 *
 * @param source which flag, variable or line it is, in words
 */
public record GivenValue(String text, String source) {}
