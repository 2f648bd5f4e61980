/** Commands, outcomes, rejections and events, and the Java interfaces of streams and queues. */
@NullMarked
package dev.leat.api;

import org.jspecify.annotations.NullMarked;
