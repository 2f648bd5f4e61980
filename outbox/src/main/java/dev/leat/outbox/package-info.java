/** Events and cache invalidations, written in the application's own database transaction and handed on without loss. */
@NullMarked
package dev.leat.outbox;

import org.jspecify.annotations.NullMarked;
