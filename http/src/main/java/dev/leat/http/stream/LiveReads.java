package dev.leat.http.stream;

import dev.leat.api.spi.Engine;

/** Dependencies of live reads. */
record LiveReads(
        Engine engine, Feeds feeds, LiveSettings settings, ReadSettings reads, Cursors cursors, SliceAnswer answer) {}
