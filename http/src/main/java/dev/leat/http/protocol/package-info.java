/** What HTTP itself defines and every other package uses. */
@NullMarked
package dev.leat.http.protocol;

import org.jspecify.annotations.NullMarked;
