/** Queues: messages, the groups that work them off, and what each group knows of each message. */
@NullMarked
package dev.leat.engine.queue;

import org.jspecify.annotations.NullMarked;
