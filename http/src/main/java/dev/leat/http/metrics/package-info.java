/** What the server measures of itself, and how that is read. */
@NullMarked
package dev.leat.http.metrics;

import org.jspecify.annotations.NullMarked;
