package dev.leat.cli.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/** The configuration of logs until a command sets its own. Logback finds it as a service. */
public final class QuietStart extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logs.configure(context, LogSettings.quiet());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
