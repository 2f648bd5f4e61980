package dev.leat.outbox.codec;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compression by deflate. The first byte says whether the rest is deflated: small and random payloads are smaller as they are. */
final class DeflateCodec implements PayloadCodec {

    private static final byte PLAIN = 0;
    private static final byte DEFLATED = 1;

    @Override
    public String id() {
        return "deflate";
    }

    @Override
    public byte[] encode(byte[] payload, Subject subject) {
        byte[] deflated = deflate(payload);
        return deflated.length < payload.length ? tagged(DEFLATED, deflated) : tagged(PLAIN, payload);
    }

    @Override
    public byte[] decode(byte[] stored, Subject subject) {
        if (stored.length == 0) {
            throw new IllegalArgumentException("an empty payload was not written by this codec");
        }
        byte[] rest = Arrays.copyOfRange(stored, 1, stored.length);
        return switch (stored[0]) {
            case PLAIN -> rest;
            case DEFLATED -> inflate(rest);
            default -> throw new IllegalArgumentException("not a compressed payload: it begins with " + stored[0]);
        };
    }

    private static byte[] tagged(byte tag, byte[] bytes) {
        byte[] result = new byte[bytes.length + 1];
        result[0] = tag;
        System.arraycopy(bytes, 0, result, 1, bytes.length);
        return result;
    }

    private static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater();
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 16);
            byte[] buffer = new byte[8192];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static byte[] inflate(byte[] bytes) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes);
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length * 4);
            byte[] buffer = new byte[8192];
            while (!inflater.finished()) {
                int length = inflater.inflate(buffer);
                if (length == 0 && !inflater.finished()) {
                    throw new IllegalArgumentException("the compressed payload is cut off");
                }
                out.write(buffer, 0, length);
            }
            return out.toByteArray();
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("the compressed payload is damaged", e);
        } finally {
            inflater.end();
        }
    }
}
