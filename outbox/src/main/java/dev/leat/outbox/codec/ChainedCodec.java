package dev.leat.outbox.codec;

/** A chain of two codecs. */
record ChainedCodec(PayloadCodec first, PayloadCodec second) implements PayloadCodec {

    @Override
    public String id() {
        return first.id() + "+" + second.id();
    }

    @Override
    public byte[] encode(byte[] payload, Subject subject) {
        return second.encode(first.encode(payload, subject), subject);
    }

    @Override
    public byte[] decode(byte[] stored, Subject subject) {
        return first.decode(second.decode(stored, subject), subject);
    }
}
