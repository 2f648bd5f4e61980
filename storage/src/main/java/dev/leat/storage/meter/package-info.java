/** Counters and histograms that cost whoever writes them an addition. */
@NullMarked
package dev.leat.storage.meter;

import org.jspecify.annotations.NullMarked;
