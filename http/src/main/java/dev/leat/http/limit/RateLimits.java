package dev.leat.http.limit;

import dev.leat.http.limit.RateSettings.Rate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Rate limits of clients and streams. Every method may be called on any thread and takes no lock. */
public final class RateLimits {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final @Nullable Buckets clients;
    private final @Nullable Buckets streams;
    private final LongSupplier nanos;

    public RateLimits(RateSettings settings) {
        this(settings, System::nanoTime);
    }

    /** @param nanos a clock that never goes back */
    public RateLimits(RateSettings settings, LongSupplier nanos) {
        this.nanos = nanos;
        clients = buckets(settings.perClient(), nanos);
        streams = buckets(settings.perStream(), nanos);
    }

    private static @Nullable Buckets buckets(@Nullable Rate rate, LongSupplier nanos) {
        return rate == null ? null : new Buckets(rate, nanos.getAsLong());
    }

    /**
     * Admits one request or says how long to wait.
     *
     * @param client see {@link Clients#key}
     * @param stream the path of the stream, empty for what is no stream
     * @return 0 if it may go on, else the milliseconds after which to try again; then nothing was counted
     */
    public long admit(String client, String stream) {
        if (clients == null && streams == null) {
            return 0;
        }
        long now = nanos.getAsLong();
        long wait = clients == null ? 0 : clients.take(client, now);
        if (wait == 0 && streams != null && !stream.isEmpty()) {
            wait = streams.take(stream, now);
            if (wait > 0 && clients != null) {
                clients.giveBack(client);
            }
        }
        return (wait + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
    }

    /** Returns the value of {@code Retry-After}. */
    public static long seconds(long millis) {
        return Math.max(1, (millis + 999) / 1000);
    }

    /** How many buckets there are. */
    int size() {
        return (clients == null ? 0 : clients.size()) + (streams == null ? 0 : streams.size());
    }
}
