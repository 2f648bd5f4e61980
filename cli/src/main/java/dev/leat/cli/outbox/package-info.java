/** {@code leat outbox}: operations on the outbox of an application, directly on its database. */
@NullMarked
package dev.leat.cli.outbox;

import org.jspecify.annotations.NullMarked;
