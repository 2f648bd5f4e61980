package dev.leat.http.limit;

import org.jspecify.annotations.Nullable;

/**
 * Rate limits of requests.
 *
 * @param perClient for each client, whatever it asks for; null for no limit
 * @param perStream for each stream, over all clients; null for no limit
 */
public record RateSettings(
        @Nullable Rate perClient, @Nullable Rate perStream) {

    /**
     * An average number of requests per second.
     *
     * @param burst how many may come at once after a pause
     */
    public record Rate(double perSecond, int burst) {
        private static final double LEAST = 0.001;
        private static final double MOST = 1_000_000;

        public Rate {
            if (!(perSecond >= LEAST && perSecond <= MOST)) {
                throw new IllegalArgumentException("a rate is from 0.001 to 1000000 per second, not " + perSecond);
            }
            if (burst < 1 || burst > MOST) {
                throw new IllegalArgumentException("a burst is from 1 to 1000000, not " + burst);
            }
        }
    }

    public static RateSettings none() {
        return new RateSettings(null, null);
    }
}
