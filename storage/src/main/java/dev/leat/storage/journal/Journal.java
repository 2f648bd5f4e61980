package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import dev.leat.storage.meter.CommitMeter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided, in order. A frame is one shard's turn; frames of all shards share the journal and its commits.
 *
 * <p>Positions are absolute and grow for the life of the data directory. Every frame that was reported durable is there
 * after a crash; of the frames that were not, a prefix may be.
 */
public interface Journal extends AutoCloseable {

    /**
     * Reads the frames from a position on, cuts a torn tail, gives up whatever lies at or after {@code upTo}, and makes
     * the journal ready for appends. To be called once, before the first append.
     *
     * @param from the {@code end} of a frame, or 0: where to start
     * @param reached a position up to which the journal was durable: one that ends before it is damaged, and stays as it is
     * @param upTo frames that end after this position are given up; {@link Long#MAX_VALUE} keeps all
     */
    void replay(long from, long reached, long upTo, FrameReader reader);

    /**
     * Hands over a frame without waiting for the disk. The bytes between the buffer's position and limit belong to the
     * journal until {@code commit} has been told; it is told exactly once. Frames become durable in the order of the calls.
     */
    void append(int shard, ByteBuffer body, Commit commit);

    /** One frame of several that are handed over together. */
    record Append(int shard, ByteBuffer body, Commit commit) {}

    /** Hands over several frames at once, so that the first does not start a commit without the others. */
    default void append(List<Append> frames) {
        for (Append frame : frames) {
            append(frame.shard, frame.body, frame.commit);
        }
    }

    /**
     * Hands over frames of a thread that has nothing else to do until they are durable: if no other commit is on its way, the
     * thread may do this one itself, which spares two others being woken. Whether they are told before this returns is open.
     */
    default void commit(List<Append> frames) {
        append(frames);
    }

    /** The longest body that a frame can have. */
    default int longestBody() {
        return Integer.MAX_VALUE;
    }

    /** The position after the last durable frame. */
    long durable();

    /** Says that frames before a position are not needed any more, so that their space can be used again. */
    void recycle(long before);

    /**
     * How many bytes of frames can be appended even if the disk gives no more; {@link Long#MAX_VALUE} unless it refused when
     * last asked. Frames on their way are not counted out. To be asked before deciding something that needs to be appended.
     */
    long room();

    /** Why the journal could not be extended when that was last tried; null if it could, or there was no need. */
    default @Nullable StorageException shortage() {
        return null;
    }

    /**
     * Gives space back that was prepared for later frames, but for what the next ones need. For a disk that is nearly full: what is
     * given back is prepared anew when it is wanted, if there is space then.
     */
    default void trim() {}

    /** Copies the frames that are still kept, up to the durable position, into an empty directory; returns that position. */
    long copyTo(Path directory);

    /** Measures commits with this meter, if at all. To be called before {@link #replay}. */
    default void measure(CommitMeter meter) {}

    /** Makes durable what was appended, then lets go of the files. */
    @Override
    void close();
}
