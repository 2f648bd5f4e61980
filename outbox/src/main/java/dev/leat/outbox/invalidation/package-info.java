/** The thread that follows the table of invalidations, the positions of the nodes, notifications and retention. */
@NullMarked
package dev.leat.outbox.invalidation;

import org.jspecify.annotations.NullMarked;
