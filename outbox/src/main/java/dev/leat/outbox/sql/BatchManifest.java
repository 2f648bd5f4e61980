package dev.leat.outbox.sql;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one batch by their seqs, as {@code ob_shard} holds them: a version, then for each row how its seq differs from the one
 * before, in as few bytes as that takes. In the other version, which a database can write by itself, each seq is eight bytes.
 */
final class BatchManifest {

    private static final int VERSION = 1;
    private static final int PLAIN_VERSION = 2;
    private static final int MORE = 0x80;
    private static final int DIGIT = 0x7F;

    private BatchManifest() {}

    static byte @Nullable [] encode(List<Long> seqs) {
        if (seqs.isEmpty()) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(seqs.size() * 2 + 16);
        out.write(VERSION);
        long before = 0;
        for (long seq : seqs) {
            long step = seq - before;
            write(out, (step << 1) ^ (step >> 63));
            before = seq;
        }
        return out.toByteArray();
    }

    /** @throws IllegalStateException if these are not the bytes of a manifest, which only a hand could have done */
    static List<Long> decode(byte @Nullable [] bytes) {
        List<Long> seqs = new ArrayList<>();
        if (bytes == null) {
            return seqs;
        }
        if (bytes.length % Long.BYTES == 1 && bytes.length > 1 && bytes[0] == PLAIN_VERSION) {
            ByteBuffer plain = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
            while (plain.hasRemaining()) {
                seqs.add(plain.getLong());
            }
            return seqs;
        }
        if (bytes.length < 2 || bytes[0] != VERSION || bytes[bytes.length - 1] < 0) {
            throw new IllegalStateException("ob_shard has a manifest that this library did not write");
        }
        long seq = 0;
        long digits = 0;
        int shift = 0;
        for (int at = 1; at < bytes.length; at++) {
            digits |= (long) (bytes[at] & DIGIT) << shift;
            shift += 7;
            if (bytes[at] >= 0) {
                seq += (digits >>> 1) ^ -(digits & 1);
                seqs.add(seq);
                digits = 0;
                shift = 0;
            }
        }
        return seqs;
    }

    private static void write(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~(long) DIGIT) != 0) {
            out.write((int) (rest & DIGIT) | MORE);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
