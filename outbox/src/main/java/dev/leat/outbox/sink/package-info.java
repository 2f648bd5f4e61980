/** Sinks that send rows to a Leat server over HTTP. */
@NullMarked
package dev.leat.outbox.sink;

import org.jspecify.annotations.NullMarked;
