package dev.leat.bench.http;

import java.util.List;

/** Lines that are measured in turns. */
record Match(Kind kind, List<Line> lines) {}
