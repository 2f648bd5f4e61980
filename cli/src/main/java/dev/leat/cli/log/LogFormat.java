package dev.leat.cli.log;

/** The format of log lines. */
public enum LogFormat {
    HUMAN,
    JSON
}
