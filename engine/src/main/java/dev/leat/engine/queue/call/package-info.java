/** One call for each command and query about queues: it checks, decides, and answers. */
@NullMarked
package dev.leat.engine.queue.call;

import org.jspecify.annotations.NullMarked;
