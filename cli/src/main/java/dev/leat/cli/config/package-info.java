/** Settings from flags, the environment and a file, all declared in one table. */
@NullMarked
package dev.leat.cli.config;

import org.jspecify.annotations.NullMarked;
