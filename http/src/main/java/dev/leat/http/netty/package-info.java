/** What both carriers of HTTP need of Netty: event loops, the clients of each, and the memory that waits for them. */
@NullMarked
package dev.leat.http.netty;

import org.jspecify.annotations.NullMarked;
