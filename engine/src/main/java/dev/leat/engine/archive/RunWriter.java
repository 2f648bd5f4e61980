package dev.leat.engine.archive;

import dev.leat.storage.archive.Archive;
import dev.leat.storage.archive.Run;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes consecutive messages of a stream to the archive, as runs of limited length. */
public final class RunWriter {

    /** A run is not longer than this, unless one message is. */
    static final int RUN_BYTES = 1 << 20;

    private RunWriter() {}

    /** Consecutive messages of a stream in the format of the wire. */
    public interface Piece {
        long start();

        int length();

        ByteBuffer bytes();

        /** The end of each message, relative to the start, in an array that the caller may change. */
        int[] ends();
    }

    /** Writes pieces that follow each other, at least one. The archive is not synced. */
    public static List<Run> write(Archive archive, long owner, List<? extends Piece> pieces) {
        List<Run> result = new ArrayList<>();
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < pieces.size(); i++) {
            if (i > first && bytes + pieces.get(i).length() > RUN_BYTES) {
                result.add(writeRun(archive, owner, pieces.subList(first, i)));
                first = i;
                bytes = 0;
            }
            bytes += pieces.get(i).length();
        }
        result.add(writeRun(archive, owner, pieces.subList(first, pieces.size())));
        return result;
    }

    /** Writes pieces that follow each other as one run. */
    static Run writeRun(Archive archive, long owner, List<? extends Piece> pieces) {
        List<ByteBuffer> wire = new ArrayList<>();
        List<int[]> ends = new ArrayList<>();
        long start = pieces.get(0).start();
        for (Piece piece : pieces) {
            wire.add(piece.bytes());
            ends.add(shifted(piece.ends(), (int) (piece.start() - start)));
        }
        return archive.write(owner, start, wire, joined(ends));
    }

    private static int[] shifted(int[] ends, int by) {
        for (int i = 0; i < ends.length; i++) {
            ends[i] += by;
        }
        return ends;
    }

    private static int[] joined(List<int[]> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int[] all = new int[parts.stream().mapToInt(part -> part.length).sum()];
        int at = 0;
        for (int[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
