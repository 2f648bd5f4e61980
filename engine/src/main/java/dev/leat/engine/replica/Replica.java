package dev.leat.engine.replica;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a node does with the log of its cluster. {@link Consensus} calls it from one thread at a time, in the order of the log. */
public interface Replica {

    /** Returns the index of the last entry that the state on disk contains; entries after it are applied after a start. */
    long applied();

    /** Applies a committed entry. The buffer is only valid during the call. May block, which slows this node down, not the cluster. */
    void apply(long index, long term, ByteBuffer entry);

    /** This node leads a term now, and every entry of earlier terms has been applied. */
    void lead(long term);

    /**
     * This node does not lead. Called when it stops leading, and when another leader is found.
     *
     * @param leader null while none is known
     */
    void follow(@Nullable NodeId leader, long term);

    /** An entry that was submitted in this term was not taken, or it is not known whether it was. Later entries of the term may be applied. */
    void refused(long term, String why);
}
