/** What the outbox says to each database, and nothing about when. */
@NullMarked
package dev.leat.outbox.sql;

import org.jspecify.annotations.NullMarked;
