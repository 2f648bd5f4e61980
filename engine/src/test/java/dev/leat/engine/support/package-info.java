/** Engines on one thread, payloads and waits for the tests of all features. */
@NullMarked
package dev.leat.engine.support;

import org.jspecify.annotations.NullMarked;
