package dev.leat.api.spi;

import dev.leat.api.subscription.SubscriptionInfo;
import dev.leat.api.subscription.Wake;
import java.time.Duration;

/** The answer to a command or query that was carried out. */
public interface Outcome {

    /**
     * The subscription is there.
     *
     * @param isNew false if it was there already, with the same configuration
     */
    record Subscribed(boolean isNew, SubscriptionInfo info) implements Outcome {}

    /** There is no such subscription, and perhaps never was. */
    record Unsubscribed(boolean existed) implements Outcome {}

    /** The links are as asked. */
    record Relinked() implements Outcome {}

    /** The wake belongs to the worker that asked, until {@link Wake#leaseUntil}. */
    record Claimed(Wake wake, Duration lease) implements Outcome {}

    /**
     * The cursors are where they were told to be.
     *
     * @param nextWake whether the subscription woke again, because more is pending
     */
    record Settled(boolean nextWake) implements Outcome {}

    /** What is kept under the name. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Secret(byte[] bytes) implements Outcome {}
}
