package dev.leat.client.queue;

import dev.leat.Leat;
import dev.leat.api.Engine;
import dev.leat.client.LeatClient;
import dev.leat.http.LeatServer;
import dev.leat.http.ServerSettings;
import dev.leat.http.access.Access;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** Where an engine is, seen from the code that uses it. */
enum Side {
    EMBEDDED {
        @Override
        World open() {
            Leat leat = Leat.inMemory();
            return new World(leat.engine(), leat::close);
        }
    },
    CLIENT {
        @Override
        World open() {
            Leat leat = Leat.inMemory();
            LeatServer server = LeatServer.start(
                    leat.engine(),
                    ServerSettings.defaults().withPort(0).withEventLoops(1),
                    Access.OPEN,
                    new SimpleMeterRegistry());
            LeatClient client = LeatClient.connect("http://127.0.0.1:" + server.port());
            return new World(client.engine(), () -> {
                client.close();
                server.stop(Duration.ZERO);
                leat.close();
            });
        }
    };

    abstract World open();

    /** An engine, and what ends it. */
    record World(Engine engine, Runnable end) {
        void close() {
            end.run();
        }
    }
}
