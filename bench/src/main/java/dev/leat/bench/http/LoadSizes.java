package dev.leat.bench.http;

import java.util.List;

/**
 * Sizes of a run.
 *
 * @param connections how many append at once
 * @param readers how many catch up at once
 * @param followers how many follow one stream
 * @param idle how many follow a stream to which nothing is appended
 * @param catchUpBytes what there is to read
 * @param jsonBytes what there is to read of JSON
 */
record LoadSizes(
        List<Integer> connections,
        List<Integer> readers,
        List<Integer> followers,
        int idle,
        long catchUpBytes,
        long jsonBytes) {

    /** The one number of connections for what is not measured with each: the middle one. */
    int usualConnections() {
        return connections.get(connections.size() / 2);
    }

    /** The numbers of connections that JSON is appended with: all but the largest, if there are more than two. */
    List<Integer> batchConnections() {
        return connections.size() > 2 ? connections.subList(0, connections.size() - 1) : connections;
    }
}
