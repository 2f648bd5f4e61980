/** Subscriptions over HTTP: managing them, working off their wakes, and calling their webhooks. */
@NullMarked
package dev.leat.http.subscription;

import org.jspecify.annotations.NullMarked;
