package dev.leat.http.stream;

import dev.leat.api.spi.Engine;

/** What live reads need. */
record LiveReads(
        Engine engine, Feeds feeds, LiveSettings settings, ReadSettings reads, Cursors cursors, SliceAnswer answer) {}
