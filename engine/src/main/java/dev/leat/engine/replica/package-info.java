/** One engine on several nodes: the log that they agree on, and what a node does with it. */
@NullMarked
package dev.leat.engine.replica;

import org.jspecify.annotations.NullMarked;
