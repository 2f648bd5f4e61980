/** The level, format and destination of logs. */
@NullMarked
package dev.leat.cli.log;

import org.jspecify.annotations.NullMarked;
