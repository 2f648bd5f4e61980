/** What was decided, in order: checksummed frames in recycled segment files, made durable by group commit. */
@NullMarked
package dev.leat.storage.journal;

import org.jspecify.annotations.NullMarked;
