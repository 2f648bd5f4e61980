/** {@code leat backup} and {@code leat restore}. */
@NullMarked
package dev.leat.cli.backup;

import org.jspecify.annotations.NullMarked;
