/** Seeds and a virtual clock for tests. */
@NullMarked
package dev.leat.testkit;

import org.jspecify.annotations.NullMarked;
