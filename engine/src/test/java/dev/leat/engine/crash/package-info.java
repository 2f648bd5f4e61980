/** A process that is killed again and again, and what must be there afterwards. */
@NullMarked
package dev.leat.engine.crash;

import org.jspecify.annotations.NullMarked;
