/** The command line as recorded conversations. */
@NullMarked
package dev.leat.cli.transcript;

import org.jspecify.annotations.NullMarked;
