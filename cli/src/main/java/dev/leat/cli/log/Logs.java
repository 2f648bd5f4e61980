package dev.leat.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.LoggerFactory;

/** Sends logs to standard error. */
public final class Logs {
    /** The logger with a line per request. */
    public static final String ACCESS = "dev.leat.access";

    private Logs() {}

    public static void use(LogSettings settings) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            configure(context, settings);
        }
    }

    static void configure(LoggerContext context, LogSettings settings) {
        context.reset();
        context.setMaxCallerDataDepth(0);
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder(context, settings.format()));
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(settings.level().forLibraries());
        root.addAppender(appender);
        context.getLogger("dev.leat").setLevel(settings.level().level());
        context.getLogger(ACCESS).setLevel(settings.accessLog() ? Level.INFO : Level.OFF);
    }

    private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogFormat format) {
        Encoder<ILoggingEvent> encoder = switch (format) {
            case HUMAN -> new TextLineEncoder();
            case JSON -> new JsonLineEncoder();
        };
        encoder.setContext(context);
        encoder.start();
        return encoder;
    }
}
