/** A load generator for any server of durable streams: one thread, its own HTTP/1.1, every answer checked. */
@NullMarked
package dev.leat.bench.http;

import org.jspecify.annotations.NullMarked;
