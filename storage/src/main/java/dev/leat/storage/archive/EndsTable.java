package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.util.Optional;

/** The ends of the messages of a run, kept as their lengths in varints: 7 bits a byte, the lowest first. */
final class EndsTable {

    private EndsTable() {}

    static byte[] encode(int[] ends) {
        ByteBuffer table = ByteBuffer.allocate(size(ends));
        int begin = 0;
        for (int end : ends) {
            int rest = end - begin;
            for (; rest > 0x7F; rest >>>= 7) {
                table.put((byte) (rest | 0x80));
            }
            table.put((byte) rest);
            begin = end;
        }
        return table.array();
    }

    /** The ends in a table, or nothing if it is not the table of so many messages of so many bytes. */
    static Optional<int[]> decode(ByteBuffer table, int messages, int length) {
        if (messages < 0 || messages > table.remaining()) {
            return Optional.empty();
        }
        int[] ends = new int[messages];
        long end = 0;
        for (int i = 0; i < messages; i++) {
            end += varint(table);
            if (end > length) {
                return Optional.empty();
            }
            ends[i] = (int) end;
        }
        return end == length && !table.hasRemaining() ? Optional.of(ends) : Optional.empty();
    }

    /** A value that is cut short reads as one that fits no run. */
    private static long varint(ByteBuffer table) {
        long value = 0;
        for (int shift = 0; shift < 35 && table.hasRemaining(); shift += 7) {
            byte next = table.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return Long.MAX_VALUE >> 1;
    }

    private static int size(int[] ends) {
        int size = 0;
        int begin = 0;
        for (int end : ends) {
            int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(end - begin));
            size += (bits + 6) / 7;
            begin = end;
        }
        return size;
    }
}
