/** How often somebody may ask. */
@NullMarked
package dev.leat.http.limit;

import org.jspecify.annotations.NullMarked;
