/** Values and contracts that the facade, the relay and the tables share: rows, batches, sinks, retry rules and options of routes. */
@NullMarked
package dev.leat.outbox.spi;

import org.jspecify.annotations.NullMarked;
