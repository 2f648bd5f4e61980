package dev.leat.bench.http;

import java.util.List;

/** A line of the table with what was seen of each server. */
record Result(String label, Unit unit, List<Measured> servers) {

    boolean isComplete() {
        return servers.stream().allMatch(Measured::isComplete);
    }
}
