/** Reads all that archive and store hold, over and over and in small pieces, and keeps what was found to be damaged. */
@NullMarked
package dev.leat.engine.scrub;

import org.jspecify.annotations.NullMarked;
