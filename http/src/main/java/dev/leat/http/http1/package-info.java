/**
 * HTTP/1.1 without TLS, spoken by ourselves: most requests are small, and what a general library does for each of them costs more
 * than everything else that the server does for it. What is HTTP/2 is handed on.
 */
@NullMarked
package dev.leat.http.http1;

import org.jspecify.annotations.NullMarked;
