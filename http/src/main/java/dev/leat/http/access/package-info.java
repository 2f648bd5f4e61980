/** Who may do what. */
@NullMarked
package dev.leat.http.access;

import org.jspecify.annotations.NullMarked;
