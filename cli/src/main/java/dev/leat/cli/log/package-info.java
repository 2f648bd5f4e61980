/** What is logged, and how it looks. */
@NullMarked
package dev.leat.cli.log;

import org.jspecify.annotations.NullMarked;
