/** How the application image is made. */
@NullMarked
package dev.leat.dist;

import org.jspecify.annotations.NullMarked;
