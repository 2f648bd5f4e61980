/** What every benchmark needs: a directory, another process, a meter, and what to make of several measurements. */
@NullMarked
package dev.leat.bench.run;

import org.jspecify.annotations.NullMarked;
