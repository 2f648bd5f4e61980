package dev.leat.bench.http;

import java.util.List;

/** Lines that are measured in turns. */
record LineGroup(WorkloadKind kind, List<TableLine> lines) {}
