/** The parts of the settings of an engine: limits, checkpoints, the scrub. */
@NullMarked
package dev.leat.engine.settings;

import org.jspecify.annotations.NullMarked;
