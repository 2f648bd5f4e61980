package dev.leat.cli.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/** How logs begin, until a command asks for more. Found by logback as a service. */
public final class QuietStart extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logs.configure(context, LogSettings.quiet());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
