package dev.leat.bench.http;

import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Workload;
import java.util.function.Function;

/** A line of the table: something that every server is asked to do. */
record TableLine(String label, Unit unit, Function<ScratchStreams, Workload> workload) {}
