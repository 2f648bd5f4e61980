/** An engine on one thread with disks that tear and forget, and the callers that use it. */
@NullMarked
package dev.leat.engine.simulation;

import org.jspecify.annotations.NullMarked;
