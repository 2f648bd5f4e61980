/** What an engine promises, each promise as a class that is held against what callers were told. */
@NullMarked
package dev.leat.engine.invariant;

import org.jspecify.annotations.NullMarked;
