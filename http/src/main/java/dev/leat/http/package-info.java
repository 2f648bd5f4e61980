/** Serves any {@link dev.leat.api.spi.Engine} over HTTP. */
@NullMarked
package dev.leat.http;

import org.jspecify.annotations.NullMarked;
