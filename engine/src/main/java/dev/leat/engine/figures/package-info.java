/** What an engine tells of itself while it runs: its state, figures, damage, and the meters that count them. */
@NullMarked
package dev.leat.engine.figures;

import org.jspecify.annotations.NullMarked;
