/** Journal, archive and store: durable bytes that know nothing of messages. */
@NullMarked
package dev.leat.storage;

import org.jspecify.annotations.NullMarked;
