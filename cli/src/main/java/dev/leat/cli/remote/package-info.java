/** Shared by the commands that use a server: address, credentials, exit codes, and conversion of values. */
@NullMarked
package dev.leat.cli.remote;

import org.jspecify.annotations.NullMarked;
