package dev.leat.api.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Does the work that a message asks for. Returning means that it is done; throwing that it failed and is to be tried again when the
 * queue's backoff says so. Every message has a virtual thread of its own, so waiting is fine. The thread is interrupted when the
 * lease was lost, so that others may be at work on the message, and when the worker cannot wait for it any longer.
 */
@FunctionalInterface
public interface Handler {

    /** Does the work of one delivery. Returning acks it; throwing nacks it. */
    void handle(Delivery delivery) throws Exception;

    /** Thrown by a handler: the work can never succeed, and the message is a dead letter at once. */
    final class Reject extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** Creates a reject with a reason, which is kept with the dead letter. */
        public Reject(String reason) {
            super(reason);
        }

        /** Creates a reject with a reason and its cause, which are kept with the dead letter. */
        public Reject(String reason, Throwable cause) {
            super(reason, cause);
        }
    }

    /** Thrown by a handler: the work failed, and is to be tried again after a time that the handler knows better than the queue. */
    final class RetryAfter extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final Duration delay;

        /** Creates a nack with a delay, which replaces the queue's backoff, and perhaps a reason. */
        public RetryAfter(Duration delay, @Nullable String reason) {
            super(reason);
            this.delay = delay;
        }

        /** Returns how long the message waits. */
        public Duration delay() {
            return delay;
        }
    }
}
