/** One connection over HTTP/1.1: requests that are encoded once, answers that are read in place. */
@NullMarked
package dev.leat.bench.http.client;

import org.jspecify.annotations.NullMarked;
