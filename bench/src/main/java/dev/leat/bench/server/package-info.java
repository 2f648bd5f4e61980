/** Servers that are measured, each in a process of its own: Leat's, and the least that could do the same. */
@NullMarked
package dev.leat.bench.server;

import org.jspecify.annotations.NullMarked;
