package dev.leat.storage.archive;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/** A run to write in a test: random bytes in random messages, and what is expected back. */
record SampleRun(long owner, long start, byte[] wire, int[] ends) {

    static SampleRun of(RandomGenerator random, int messages, int messageLimit) {
        int[] ends = new int[messages];
        int end = 0;
        for (int i = 0; i < messages; i++) {
            end += random.nextInt(messageLimit + 1);
            ends[i] = end;
        }
        byte[] wire = new byte[end];
        random.nextBytes(wire);
        return new SampleRun(random.nextLong(100), random.nextLong(1L << 40), wire, ends);
    }

    /** Writes the run in two buffers, as a caller with a ring of memory does. */
    Run write(Archive archive) {
        ByteBuffer all = ByteBuffer.wrap(wire);
        int half = wire.length / 2;
        return archive.write(owner, start, List.of(all.slice(0, half), all.slice(half, wire.length - half)), ends);
    }
}
