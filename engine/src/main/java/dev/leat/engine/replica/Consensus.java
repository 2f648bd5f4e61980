package dev.leat.engine.replica;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Agreement of the nodes of a cluster on one log. A library gives it; this interface is all that the engine knows of that library.
 *
 * <p>An entry that a node has applied is on its own disk and on those of a majority, stays at its index, and is applied at that index by
 * every node.
 * All methods may be called on any thread.
 */
public interface Consensus extends AutoCloseable {

    /** Loads the log from disk and takes part in the cluster. To be called once. */
    void start(Replica replica);

    /**
     * Proposes an entry in a term that this node leads. Entries of a term enter the log in the order of the calls, but any of them may be
     * missing: {@link Replica#refused} tells that one was not taken, or may not have been. Only {@link Replica#apply} tells that one was.
     *
     * @param entry belongs to the log from now on, and is not changed any more
     */
    void submit(long term, ByteBuffer entry);

    /**
     * Asks a majority whether this node still leads a term. The answer is about a moment after the call. Calls that come together share
     * one question.
     */
    void confirm(long term, Answer answer);

    /** Answer to {@link #confirm}: one of the methods is called, once. */
    interface Answer {
        void leads();

        void doesNot(String why);
    }

    /** Reads entries that were applied, in order, for a replica that recovers after it lost the lead. */
    void read(long from, long upTo, EntryReader reader);

    /** Is shown entries of the log in order. */
    @FunctionalInterface
    interface EntryReader {
        void entry(long index, long term, ByteBuffer entry);
    }

    /** Returns what this node knows of the cluster at the moment. */
    Standing standing();

    /**
     * Gives the lead to another node, which gets what it lacks of the log first. The replica is told at once to follow; it is told to lead
     * the same term again if the other node has not taken over in time.
     */
    void handOver(NodeId to, Duration within);

    /** Takes no part any more. What was submitted may be committed by other nodes yet. */
    @Override
    void close();

    /**
     * What one node knows of its cluster.
     *
     * @param leader the node that leads the term; null if none is known
     * @param committed the last index that is known to be committed
     */
    record Standing(long term, @Nullable NodeId leader, long committed) {}
}
