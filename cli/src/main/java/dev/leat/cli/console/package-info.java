/** Shared by all commands: output, error reports, and their environment. */
@NullMarked
package dev.leat.cli.console;

import org.jspecify.annotations.NullMarked;
