/** The Java interface of queues on an engine in the same process: what holds for a server too is in the contract of the client. */
@NullMarked
package dev.leat.engine.api;

import org.jspecify.annotations.NullMarked;
