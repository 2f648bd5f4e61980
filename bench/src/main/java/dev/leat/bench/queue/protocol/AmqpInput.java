package dev.leat.bench.queue.protocol;

import dev.leat.bench.run.BenchException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Parser of frames of AMQP 0-9-1. */
final class AmqpInput {
    static final byte METHOD = 1;
    static final byte HEADER = 2;
    static final byte BODY = 3;
    static final byte HEARTBEAT = 8;

    private static final int HEAD = 7;
    private static final byte END = (byte) 0xCE;

    /** The receiver of what is read. */
    interface Sink {
        /** @param arguments what follows the method, to be read by the receiver */
        void method(int method, ByteBuffer arguments);

        void header(long bodyBytes);

        /** Some of a body. */
        void body(ByteBuffer bytes);
    }

    private AmqpInput() {}

    /** Takes the frames that are complete and leaves the rest. */
    static void take(ByteBuffer bytes, Sink sink) {
        while (bytes.remaining() >= HEAD) {
            int start = bytes.position();
            int length = bytes.getInt(start + 3);
            if (bytes.get(start) == 'A') {
                throw new BenchException("the server does not speak AMQP 0-9-1");
            }
            if (bytes.remaining() < HEAD + length + 1) {
                return;
            }
            if (bytes.get(start + HEAD + length) != END) {
                throw new BenchException("a frame does not end where it should");
            }
            frame(bytes.get(start), bytes.slice(start + HEAD, length), sink);
            bytes.position(start + HEAD + length + 1);
        }
    }

    private static void frame(byte type, ByteBuffer payload, Sink sink) {
        switch (type) {
            case METHOD -> sink.method(payload.getInt(), payload);
            case HEADER -> sink.header(payload.getLong(4));
            case BODY -> sink.body(payload);
            case HEARTBEAT -> {}
            default -> throw new BenchException("a frame of unknown type " + type);
        }
    }

    static String shortText(ByteBuffer bytes) {
        byte[] text = new byte[bytes.get() & 0xff];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
