package dev.leat.storage.journal;

import dev.leat.storage.StorageException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A frame on its way to the disk, and a link in the list of those that wait. */
final class Frame {
    private static final Logger log = LoggerFactory.getLogger(Frame.class);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final FrameKind kind;
    final int shard;
    final ByteBuffer body;
    final int bodyCrc;
    final @Nullable Commit commit;

    /** The frame appended before this one while waiting, the one appended after it once taken. */
    @Nullable
    Frame next;

    /** The position after the frame, once it has a place. */
    long end;

    /** Why this frame alone found no place. */
    @Nullable
    StorageException refusal;

    private Frame(FrameKind kind, int shard, ByteBuffer body, @Nullable Commit commit) {
        this.kind = kind;
        this.shard = shard;
        this.body = body;
        this.bodyCrc = FrameFormat.crc(body);
        this.commit = commit;
    }

    static Frame data(int shard, ByteBuffer body, Commit commit) {
        return new Frame(FrameKind.DATA, shard, body, commit);
    }

    static Frame opened(Commit commit) {
        return new Frame(FrameKind.OPENED, 0, NOTHING, commit);
    }

    static Frame closed(Commit commit) {
        return new Frame(FrameKind.CLOSED, 0, NOTHING, commit);
    }

    static Frame rolled() {
        return new Frame(FrameKind.ROLLED, 0, NOTHING, null);
    }

    /** Never written: stands for a state of the list of those that wait. */
    static Frame mark() {
        return new Frame(FrameKind.ROLLED, 0, NOTHING, null);
    }

    int length() {
        return body.remaining();
    }

    int size() {
        return FrameFormat.size(length());
    }

    int calls() {
        return commit == null ? 0 : commit.calls();
    }

    /** What has to stay free behind this frame: room to roll always, and room to close unless this closes. */
    int reserve() {
        return kind == FrameKind.CLOSED ? FrameFormat.HEADER : FrameFormat.RESERVE;
    }

    /** Says what became of the frame. A callback that throws must not stop the others. */
    void tell(@Nullable StorageException failure) {
        if (commit == null) {
            return;
        }
        try {
            StorageException cause = refusal != null ? refusal : failure;
            if (cause == null) {
                commit.durable(end);
            } else {
                commit.failed(cause);
            }
        } catch (RuntimeException | Error e) {
            log.error("a commit callback of shard {} threw", shard, e);
        }
    }
}
