/** Where to begin: {@link dev.leat.Leat}. */
@NullMarked
package dev.leat;

import org.jspecify.annotations.NullMarked;
