/** {@code leat stream}: commands about the streams of a server. */
@NullMarked
package dev.leat.cli.stream;

import org.jspecify.annotations.NullMarked;
