/** Data directories, disks and callers that are not as they should be, and what the engine says to that. */
@NullMarked
package dev.leat.engine.fault;

import org.jspecify.annotations.NullMarked;
