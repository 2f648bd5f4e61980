/** Metrics of the server, and the page that shows them. */
@NullMarked
package dev.leat.http.metrics;

import org.jspecify.annotations.NullMarked;
