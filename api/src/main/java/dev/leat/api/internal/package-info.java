/** Shared by the packages of the API; not for use outside of it. */
@NullMarked
package dev.leat.api.internal;

import org.jspecify.annotations.NullMarked;
