/** The Durable Streams protocol. */
@NullMarked
package dev.leat.http.stream;

import org.jspecify.annotations.NullMarked;
