/** Codecs of payloads: compression, encryption and both in a chain. */
@NullMarked
package dev.leat.outbox.codec;

import org.jspecify.annotations.NullMarked;
