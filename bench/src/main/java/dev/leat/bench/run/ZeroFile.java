package dev.leat.bench.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** Files written before anything is measured, so that later writes change no size. */
public final class ZeroFile {
    private static final int STEP = 1 << 20;

    private ZeroFile() {}

    public static FileChannel create(Path file, long bytes) throws IOException {
        return create(file, bytes, new byte[STEP]);
    }

    /** A file that does not compress, whatever lies below. */
    public static FileChannel createRandom(Path file, long bytes) throws IOException {
        byte[] step = new byte[STEP];
        ThreadLocalRandom.current().nextBytes(step);
        return create(file, bytes, step);
    }

    private static FileChannel create(Path file, long bytes, byte[] step) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ByteBuffer buffer = ByteBuffer.allocateDirect(step.length).put(step);
        for (long at = 0; at < bytes; ) {
            buffer.position(0).limit((int) Math.min(step.length, bytes - at));
            at += channel.write(buffer, at);
        }
        channel.force(true);
        return channel;
    }
}
