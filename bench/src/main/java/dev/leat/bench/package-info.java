/** Load generators and the raw references they are compared with. */
@NullMarked
package dev.leat.bench;

import org.jspecify.annotations.NullMarked;
