/** Ordered keys changed by whole batches. */
@NullMarked
package dev.leat.storage.store;

import org.jspecify.annotations.NullMarked;
