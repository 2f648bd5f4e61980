/** Durable streams: append, read, follow, and what these calls take and return. */
@NullMarked
package dev.leat.api.stream;

import org.jspecify.annotations.NullMarked;
