/** HTTP/2 by way of Vert.x, and everything that needs Vert.x's internals. */
@NullMarked
package dev.leat.http.vertx;

import org.jspecify.annotations.NullMarked;
