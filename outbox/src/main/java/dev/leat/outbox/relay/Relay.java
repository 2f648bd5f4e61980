package dev.leat.outbox.relay;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The component that hands the rows of one route on. */
public interface Relay {

    /** The source of a wake-up. */
    enum Wake {
        HERE,
        NOTIFY
    }

    void start();

    /**
     * Hands on, on the calling thread, as many rows as are due when the call begins, and maybe a few batches more; another thread renews
     * leases meanwhile. Ends as soon as a turn settles nothing. Only before {@link #start}.
     *
     * @throws IllegalStateException if the relay was started or stopped
     */
    void runOnce() throws SQLException, InterruptedException;

    /** There may be rows: look now. A hint, from any thread; without it they are found by polling. */
    void wake(Wake source);

    /**
     * Like {@link #wake}, for rows of these shards that this process has committed. Returns whether this node hands them on without
     * delay, or no other node may.
     *
     * @param rows of the commit, here and elsewhere
     */
    boolean offer(UUID commit, int rows, Set<Integer> shards);

    /** Returns what needs an operator, one sentence each. */
    List<String> alerts();

    /** Takes no more rows. */
    void stop();

    /** Waits for what is under way, then gives it back; returns whether all was finished. */
    boolean join(Duration within) throws InterruptedException;
}
