package dev.leat.cli.log;

import ch.qos.logback.classic.Level;

/** The level from which events are logged. */
public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE;

    Level level() {
        return Level.toLevel(name());
    }

    /**
     * Returns the level for libraries: never more detailed than {@code INFO}, since their details would hide the
     * server's own.
     */
    Level forLibraries() {
        return compareTo(INFO) > 0 ? Level.INFO : level();
    }
}
