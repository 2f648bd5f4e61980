/** What commands have in common: how they print, and what they find around them. */
@NullMarked
package dev.leat.cli.console;

import org.jspecify.annotations.NullMarked;
