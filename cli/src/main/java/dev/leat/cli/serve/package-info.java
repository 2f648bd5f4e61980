/** {@code leat serve}. */
@NullMarked
package dev.leat.cli.serve;

import org.jspecify.annotations.NullMarked;
