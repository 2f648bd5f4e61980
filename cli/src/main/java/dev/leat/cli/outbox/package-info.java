/** What an operator does with the outbox of an application, straight on its database. */
@NullMarked
package dev.leat.cli.outbox;

import org.jspecify.annotations.NullMarked;
