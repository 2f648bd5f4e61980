package dev.leat.cli.log;

/** What is logged, and how it looks. */
public record LogSettings(LogFormat format, LogLevel level, boolean accessLog) {

    /** For commands whose output is the result. */
    public static LogSettings quiet() {
        return new LogSettings(LogFormat.HUMAN, LogLevel.WARN, false);
    }
}
