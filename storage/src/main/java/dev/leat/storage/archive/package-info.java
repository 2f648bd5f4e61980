/** Runs of message bytes in the format of the wire, in shared immutable segment files. */
@NullMarked
package dev.leat.storage.archive;

import org.jspecify.annotations.NullMarked;
