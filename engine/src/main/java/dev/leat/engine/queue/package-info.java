/**
 * Queues: the way in, and the wiring of their parts. A message goes through the packages below from left to right, and each package knows only
 * those to its right: {@code call}, {@code deadletter}, {@code delivery}, {@code codec}, {@code state}.
 */
@NullMarked
package dev.leat.engine.queue;

import org.jspecify.annotations.NullMarked;
