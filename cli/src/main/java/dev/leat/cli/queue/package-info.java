/** {@code leat queue} and {@code leat presence}: commands about the queues of a server. */
@NullMarked
package dev.leat.cli.queue;

import org.jspecify.annotations.NullMarked;
