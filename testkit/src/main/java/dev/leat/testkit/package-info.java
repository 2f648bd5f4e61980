/** Seeds, a virtual clock, simulated storage and contracts for tests. */
@NullMarked
package dev.leat.testkit;

import org.jspecify.annotations.NullMarked;
