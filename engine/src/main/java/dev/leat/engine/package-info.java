/** Shards that decide commands, make the changes durable and only then answer. */
@NullMarked
package dev.leat.engine;

import org.jspecify.annotations.NullMarked;
