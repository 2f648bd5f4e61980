package dev.leat.client.queue;

import dev.leat.api.RejectedException;
import dev.leat.api.Rejection;
import dev.leat.api.queue.MessageQueue;
import dev.leat.api.queue.Queues;
import dev.leat.api.spi.Engine;
import org.junit.jupiter.api.AfterEach;

/** An engine of one's own for each test, on one side of the wire or on the other. */
abstract class Contract {
    private final Side.World world;

    Contract(Side side) {
        this.world = side.open();
    }

    @AfterEach
    void close() {
        world.close();
    }

    Engine engine() {
        return world.engine();
    }

    Queues queues() {
        return new Queues(engine());
    }

    MessageQueue queue(String name) {
        return queues().queue(name);
    }

    static Rejection refusal(Runnable call) {
        try {
            call.run();
        } catch (RejectedException e) {
            return e.rejection();
        }
        throw new AssertionError("it was not refused");
    }
}
