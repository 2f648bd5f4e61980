/** What engines implement and servers call: commands, queries, their outcomes, events and the bytes of reads. */
@NullMarked
package dev.leat.api.spi;

import org.jspecify.annotations.NullMarked;
