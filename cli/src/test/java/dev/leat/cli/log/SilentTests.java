package dev.leat.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;

/** Tests break things on purpose, and what is logged then is noise: -Dleat.test.log=warn shows it. */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class SilentTests extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logs.configure(context, LogSettings.quiet());
        Level level = Level.toLevel(System.getProperty("leat.test.log"), Level.OFF);
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level);
        context.getLogger("dev.leat").setLevel(level);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
