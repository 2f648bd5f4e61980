package dev.leat.bench.queue;

import java.util.List;

/**
 * Sizes of a run.
 *
 * @param connections how many work on one queue at once
 * @param batch how many messages a batch has
 * @param backlog how many messages a deep queue has
 */
record QueueSizes(List<Integer> connections, int batch, int backlog) {
    static final int FILLERS = 16;
    static final int FILL_BATCH = 100;
    static final int SHALLOW = 1000;

    QueueSizes {
        connections = List.copyOf(connections);
        if (batch < 2 || backlog < 10 * FILL_BATCH || backlog % (10 * FILL_BATCH) != 0) {
            throw new IllegalArgumentException(
                    "a batch has at least 2 messages, and a backlog a multiple of " + 10 * FILL_BATCH);
        }
    }

    /** The one number of connections for what is not measured with each: the middle one. */
    int usualConnections() {
        return connections.get(connections.size() / 2);
    }
}
