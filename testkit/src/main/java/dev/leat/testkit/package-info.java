/** What tests of several modules need: seeds, a virtual clock, programs of the machine, a browser. */
@NullMarked
package dev.leat.testkit;

import org.jspecify.annotations.NullMarked;
