/** The outbox beside a peer on one PostgreSQL. */
@NullMarked
package dev.leat.bench.outbox;

import org.jspecify.annotations.NullMarked;
