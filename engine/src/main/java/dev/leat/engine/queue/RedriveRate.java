package dev.leat.engine.queue;

/**
 * When the next message of a redrive may go, counted from the one before. A turn that comes late is made up for; a pause or a restart is
 * not, or all that did not go meanwhile would come at once. Not on disk.
 */
final class RedriveRate {
    private static final double LATE_MILLIS = 100;

    private final double interval;
    private double next = -1;

    /** @param perSecond how many may go; 0 for as many as there are */
    RedriveRate(double perSecond) {
        this.interval = perSecond == 0 ? 0 : 1000 / perSecond;
    }

    /** How long to wait until the next one may go; 0 for not at all. */
    long left(long now) {
        return interval == 0 || next <= now ? 0 : (long) Math.min(60_000, Math.ceil(next - now));
    }

    /** One goes. */
    void went(long now) {
        next = (next < 0 ? now : Math.max(next, now - LATE_MILLIS)) + interval;
    }
}
