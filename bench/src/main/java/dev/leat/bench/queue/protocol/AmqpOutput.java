package dev.leat.bench.queue.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Encoder of frames of AMQP 0-9-1, one after the other, to be sent in one go. */
public final class AmqpOutput {
    private static final byte[] PROTOCOL = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    private static final byte END = (byte) 0xCE;
    private static final int HEAD = 7;
    private static final short BASIC = 60;
    private static final short DELIVERY_MODE = 1 << 12;
    private static final byte PERSISTENT = 2;

    private ByteBuffer bytes = ByteBuffer.allocate(256);
    private int frame;

    /** What a client says first. */
    static ByteBuffer protocol() {
        return ByteBuffer.wrap(PROTOCOL);
    }

    /** Begins a method; its arguments follow, then {@link #end}. */
    public AmqpOutput method(int channel, int method) {
        begin(AmqpInput.METHOD, channel);
        return int32(method);
    }

    private void begin(byte type, int channel) {
        frame = bytes.position();
        room(HEAD);
        bytes.put(type).putShort((short) channel).putInt(0);
    }

    public AmqpOutput int8(int value) {
        room(1);
        bytes.put((byte) value);
        return this;
    }

    public AmqpOutput int16(int value) {
        room(2);
        bytes.putShort((short) value);
        return this;
    }

    public AmqpOutput int32(int value) {
        room(4);
        bytes.putInt(value);
        return this;
    }

    public AmqpOutput int64(long value) {
        room(8);
        bytes.putLong(value);
        return this;
    }

    public AmqpOutput shortText(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        int8(ascii.length);
        return raw(ascii);
    }

    AmqpOutput longText(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        int32(ascii.length);
        return raw(ascii);
    }

    public AmqpOutput noArguments() {
        return int32(0);
    }

    /** A table with one text in it. */
    public AmqpOutput argument(String name, String value) {
        int32(1 + name.length() + 1 + 4 + value.length());
        return shortText(name).int8('S').longText(value);
    }

    private AmqpOutput raw(byte[] data) {
        room(data.length);
        bytes.put(data);
        return this;
    }

    public AmqpOutput end() {
        bytes.putInt(frame + 3, bytes.position() - frame - HEAD);
        room(1);
        bytes.put(END);
        return this;
    }

    /** A persistent message to a queue. */
    public AmqpOutput publish(int channel, String queue, String payload) {
        method(channel, AmqpMethod.BASIC_PUBLISH);
        int16(0).shortText("").shortText(queue).int8(0).end();
        begin(AmqpInput.HEADER, channel);
        int16(BASIC)
                .int16(0)
                .int64(payload.length())
                .int16(DELIVERY_MODE)
                .int8(PERSISTENT)
                .end();
        begin(AmqpInput.BODY, channel);
        return raw(payload.getBytes(StandardCharsets.US_ASCII)).end();
    }

    private void room(int more) {
        if (bytes.remaining() < more) {
            bytes = ByteBuffer.allocate(Math.max(2 * bytes.capacity(), bytes.position() + more))
                    .put(bytes.flip());
        }
    }

    public ByteBuffer bytes() {
        return bytes.duplicate().flip();
    }
}
