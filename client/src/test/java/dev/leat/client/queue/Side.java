package dev.leat.client.queue;

import dev.leat.Leat;
import dev.leat.api.spi.Engine;
import dev.leat.client.LeatClient;
import dev.leat.client.ServerInProcess;

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
            ServerInProcess server = ServerInProcess.start();
            LeatClient client = LeatClient.connect(server.url());
            return new World(client.engine(), () -> {
                client.close();
                server.close();
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
