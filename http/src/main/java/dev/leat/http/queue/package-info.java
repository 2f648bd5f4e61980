/** Queues, transactions and presence over HTTP. */
@NullMarked
package dev.leat.http.queue;

import org.jspecify.annotations.NullMarked;
