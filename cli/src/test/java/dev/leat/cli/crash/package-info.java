/** Servers that are killed while they are used. */
@NullMarked
package dev.leat.cli.crash;

import org.jspecify.annotations.NullMarked;
