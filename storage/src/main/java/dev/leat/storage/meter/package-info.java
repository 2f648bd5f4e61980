/** Counters and histograms that cost their writer one addition, and what is measured of storage. */
@NullMarked
package dev.leat.storage.meter;

import org.jspecify.annotations.NullMarked;
