/** Rate limits of requests. */
@NullMarked
package dev.leat.http.limit;

import org.jspecify.annotations.NullMarked;
