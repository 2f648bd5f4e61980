package dev.leat.cli.log;

/** How log lines look. */
public enum LogFormat {
    HUMAN,
    JSON
}
