/** Plain specifications of streams, queues and subscriptions, and random lives that are compared with them. */
@NullMarked
package dev.leat.engine.model;

import org.jspecify.annotations.NullMarked;
