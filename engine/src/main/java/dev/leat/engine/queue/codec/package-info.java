/** Bytes of queues: changes in the journal, rows in the store, ids that callers see. */
@NullMarked
package dev.leat.engine.queue.codec;

import org.jspecify.annotations.NullMarked;
