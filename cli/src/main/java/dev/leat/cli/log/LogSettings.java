package dev.leat.cli.log;

/** The level and format of logs. */
public record LogSettings(LogFormat format, LogLevel level, boolean accessLog) {

    /** For commands whose output is the result. */
    public static LogSettings quiet() {
        return new LogSettings(LogFormat.HUMAN, LogLevel.WARN, false);
    }
}
