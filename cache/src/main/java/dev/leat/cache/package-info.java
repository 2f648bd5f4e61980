/** A cache whose values are invalidated by key, tag, entity or collection, and never served after that. */
@NullMarked
package dev.leat.cache;

import org.jspecify.annotations.NullMarked;
