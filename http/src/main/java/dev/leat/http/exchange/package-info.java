/** What every route shares: one request and its answer, problems, event loops. */
@NullMarked
package dev.leat.http.exchange;

import org.jspecify.annotations.NullMarked;
