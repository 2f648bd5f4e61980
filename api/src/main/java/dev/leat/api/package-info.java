/** What all of the API shares: rejections and their exceptions, codecs, content types and transactions. */
@NullMarked
package dev.leat.api;

import org.jspecify.annotations.NullMarked;
