/** Follows the invalidations of all nodes, and answers who has got how far. */
@NullMarked
package dev.leat.outbox.tail;

import org.jspecify.annotations.NullMarked;
