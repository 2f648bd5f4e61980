/** Where pages come from, and the names of hosts. */
@NullMarked
package dev.leat.http.origin;

import org.jspecify.annotations.NullMarked;
