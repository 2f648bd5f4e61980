package dev.leat.bench.http;

import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Workload;
import java.util.function.Function;

/** A line of the table: a workload that runs at every server. */
record TableLine(String label, Unit unit, Function<ScratchStreams, Workload> workload) {}
