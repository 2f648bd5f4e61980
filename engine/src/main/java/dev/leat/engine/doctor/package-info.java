/** Examines a data directory that no engine has open, says what it found, and mends what can be mended. */
@NullMarked
package dev.leat.engine.doctor;

import org.jspecify.annotations.NullMarked;
