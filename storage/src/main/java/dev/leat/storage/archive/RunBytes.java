package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** A run as it goes into a segment: its header, the bytes of the wire and the table of message ends. */
record RunBytes(RunHeader header, List<ByteBuffer> wire, byte[] ends) {

    /** Checks what the caller says about a run and adds the checksums. The caller's buffers keep their positions. */
    static RunBytes of(long owner, long start, List<ByteBuffer> wire, int[] ends) {
        List<ByteBuffer> own = wire.stream().map(ByteBuffer::duplicate).toList();
        int length = length(own);
        checkEnds(ends, length);
        byte[] table = EndsTable.encode(ends);
        int wireSum = checksum(own);
        int endsSum = checksum(List.of(ByteBuffer.wrap(table)));
        return new RunBytes(
                new RunHeader(owner, start, length, ends.length, table.length, wireSum, endsSum), own, table);
    }

    long size() {
        return header.size();
    }

    /** Hands over the run in the order of the file, as it is for the place {@code at} of a segment. */
    void write(int segment, long at, Consumer<ByteBuffer> to) {
        ByteBuffer head = ByteBuffer.allocate(RunHeader.BYTES);
        header.put(head, segment, at);
        to.accept(head.flip());
        wire.forEach(bytes -> to.accept(bytes.duplicate()));
        to.accept(ByteBuffer.wrap(ends));
    }

    private static int length(List<ByteBuffer> wire) {
        long length = wire.stream().mapToLong(ByteBuffer::remaining).sum();
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a run of " + length + " bytes is too long: 2 GiB is the limit");
        }
        return (int) length;
    }

    private static void checkEnds(int[] ends, int length) {
        int begin = 0;
        for (int end : ends) {
            if (end < begin) {
                throw new IllegalArgumentException("a message ends at " + end + ", before it begins at " + begin);
            }
            begin = end;
        }
        if (ends.length == 0 || begin != length) {
            throw new IllegalArgumentException(
                    ends.length + " messages end at byte " + begin + " of a run of " + length + " bytes");
        }
    }

    private static int checksum(List<ByteBuffer> parts) {
        CRC32C crc = new CRC32C();
        parts.forEach(part -> crc.update(part.duplicate()));
        return (int) crc.getValue();
    }
}
