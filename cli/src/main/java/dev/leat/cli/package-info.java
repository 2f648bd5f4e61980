/** The leat executable; the one place that wires the modules. */
@NullMarked
package dev.leat.cli;

import org.jspecify.annotations.NullMarked;
