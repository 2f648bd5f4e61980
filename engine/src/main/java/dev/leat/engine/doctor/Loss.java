package dev.leat.engine.doctor;

import dev.leat.api.stream.ProducerStamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies behind the damage in a journal and is lost when it is cut there.
 *
 * @param position where the journal would end
 * @param frames how many sound frames lie behind the damage that neither archive nor store has
 * @param unreadableBytes bytes of frames that were there and cannot be read; their content is unknown
 * @param unknownFrames sound frames that this version of Leat cannot decode
 * @param subscriptionChanges what the sound frames changed about subscriptions: links, cursors, wakes, secrets
 * @param queueChanges what the sound frames changed about queues: messages, leases, what was settled
 * @param queueMessages how many messages they enqueued
 * @param streams what the sound frames tell, in the order of the paths
 */
public record Loss(
        long position,
        long frames,
        long unreadableBytes,
        long unknownFrames,
        long subscriptionChanges,
        long queueChanges,
        long queueMessages,
        List<LostStream> streams) {

    /** Returns whether confirmed changes are lost. */
    public boolean isAny() {
        return frames > 0 || unreadableBytes > 0;
    }

    /**
     * What a stream loses for certain; the unreadable bytes may have held more of it.
     *
     * @param path null if the stream was created in the unreadable part
     * @param tail where the stream ends after the cut: the lost messages begin there; null if that is not known
     * @param created whether it was created behind the damage, and goes as a whole
     * @param deleted whether it was deleted behind the damage, and is there again
     * @param closed whether it was closed behind the damage, and is open again
     * @param producers how far each producer had come
     */
    public record LostStream(
            long id,
            @Nullable String path,
            @Nullable Long tail,
            long messages,
            long bytes,
            boolean created,
            boolean closed,
            boolean deleted,
            List<ProducerStamp> producers) {}
}
