package dev.leat.bench.run;

import java.util.List;

/** A line of the table with what was seen of each server. */
public record Result(String label, Unit unit, List<Measured> servers) {

    /** Whether nothing went wrong. */
    public boolean isComplete() {
        return servers.stream().allMatch(measured -> measured.failure() == null);
    }
}
