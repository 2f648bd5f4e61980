/** Counters and histograms that cost their writer one addition. */
@NullMarked
package dev.leat.storage.meter;

import org.jspecify.annotations.NullMarked;
