/** The protocol as recorded conversations. */
@NullMarked
package dev.leat.http.transcript;

import org.jspecify.annotations.NullMarked;
