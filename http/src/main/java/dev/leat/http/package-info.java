/** Serves any {@link dev.leat.api.Engine} over HTTP. */
@NullMarked
package dev.leat.http;

import org.jspecify.annotations.NullMarked;
