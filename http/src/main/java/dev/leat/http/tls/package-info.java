/** Certificates, and new ones while the server runs. */
@NullMarked
package dev.leat.http.tls;

import org.jspecify.annotations.NullMarked;
