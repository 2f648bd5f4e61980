/** What commands that talk to a server have in common. */
@NullMarked
package dev.leat.cli.remote;

import org.jspecify.annotations.NullMarked;
