package dev.leat.engine.support;

import dev.leat.api.spi.Engine;
import dev.leat.engine.EmbeddedEngine;
import dev.leat.engine.Settings;
import dev.leat.testkit.ForwardingEngine;
import java.nio.file.Path;

/** An engine as those see it who reach it over a network: it goes away for a while, and comes back with what was durable. */
public final class RestartingEngine extends ForwardingEngine implements AutoCloseable {
    private final Path directory;
    private volatile EmbeddedEngine engine;

    public RestartingEngine(Path directory) {
        this.directory = directory;
        this.engine = EmbeddedEngine.open(directory, Settings.defaults());
    }

    /** Everything is refused meanwhile. */
    public void restart() {
        engine.close();
        engine = EmbeddedEngine.open(directory, Settings.defaults());
    }

    @Override
    protected Engine engine() {
        return engine;
    }

    @Override
    public void close() {
        engine.close();
    }
}
