/** Clients that do what they should not, and servers that stop under clients that do what they should. */
@NullMarked
package dev.leat.http.fault;

import org.jspecify.annotations.NullMarked;
