package dev.leat.cli.log;

import ch.qos.logback.classic.Level;

/** What is worth a log line. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE;

    Level level() {
        return Level.toLevel(name());
    }

    /** For libraries, whose details drown ours. */
    Level forLibraries() {
        return compareTo(INFO) > 0 ? Level.INFO : level();
    }
}
