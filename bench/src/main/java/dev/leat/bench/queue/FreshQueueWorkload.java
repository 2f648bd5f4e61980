package dev.leat.bench.queue;

import dev.leat.bench.run.Window;
import dev.leat.bench.run.Workload;

/** Traffic over a queue that is made for it and removed afterwards. */
record FreshQueueWorkload(QueueServer server, String queue, Traffic traffic) implements Workload {

    static FreshQueueWorkload of(QueueServer server, String queue, CycleShape shape, int connections) {
        server.create(queue);
        return new FreshQueueWorkload(server, queue, new Traffic(server, queue, shape, connections));
    }

    @Override
    public Window run(double seconds) {
        return traffic.run(seconds);
    }

    @Override
    public void close() {
        traffic.close();
        server.delete(queue);
    }
}
