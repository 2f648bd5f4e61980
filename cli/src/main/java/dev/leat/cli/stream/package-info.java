/** {@code leat stream}: what can be done with the streams of a server. */
@NullMarked
package dev.leat.cli.stream;

import org.jspecify.annotations.NullMarked;
