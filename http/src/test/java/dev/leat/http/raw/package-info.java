/** HTTP/1.1 byte by byte, for tests that want to say exactly what goes over the wire. */
@NullMarked
package dev.leat.http.raw;

import org.jspecify.annotations.NullMarked;
