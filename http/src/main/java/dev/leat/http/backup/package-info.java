/** Copies of everything, made while the server runs. */
@NullMarked
package dev.leat.http.backup;

import org.jspecify.annotations.NullMarked;
