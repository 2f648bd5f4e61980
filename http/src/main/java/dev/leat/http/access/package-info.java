/** Authentication and permissions. */
@NullMarked
package dev.leat.http.access;

import org.jspecify.annotations.NullMarked;
