/** {@code leat queue} and {@code leat presence}: what can be done with the queues of a server. */
@NullMarked
package dev.leat.cli.queue;

import org.jspecify.annotations.NullMarked;
