/** State of the queues of one shard, and how each change alters it. It decides nothing and knows no shard: recovery and decisions share it. */
@NullMarked
package dev.leat.engine.queue.state;

import org.jspecify.annotations.NullMarked;
