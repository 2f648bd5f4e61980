package dev.leat.engine.stream;

import dev.leat.api.Rejection;
import dev.leat.api.stream.Body;
import dev.leat.engine.shard.BytesIn;
import dev.leat.engine.shard.BytesOut;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an append in the format of the wire: made on the caller's thread, so that the shard only copies bytes. A
 * body that is not what the stream holds is carried along as its flaw and refused when its turn comes, after everything that
 * must be refused first.
 */
public final class WireMessages {
    static final WireMessages NOTHING = new WireMessages(new byte[0], 0, new int[0], true, null);

    private final byte[] bytes;
    private final int length; // the rest of the array is unused
    private final int @Nullable [] ends; // null for a single message, which ends where the bytes do
    private final boolean anyType;
    private final boolean json;
    private final @Nullable Rejection flaw;

    private WireMessages(byte[] bytes, int length, int @Nullable [] ends, boolean json, @Nullable Rejection flaw) {
        this.bytes = bytes;
        this.length = length;
        this.ends = ends;
        this.anyType = length == 0 && flaw == null;
        this.json = json;
        this.flaw = flaw;
    }

    static WireMessages of(Body body, boolean json) {
        if (body.isEmpty()) {
            return NOTHING;
        }
        return json ? JsonSplitter.split(body) : plain(body);
    }

    /** @param length how many of the bytes are messages */
    static WireMessages json(byte[] bytes, int length, int[] ends) {
        return new WireMessages(bytes, length, ends, true, null);
    }

    static WireMessages flawed(Rejection flaw, boolean json) {
        return new WireMessages(new byte[0], 0, new int[0], json, flaw);
    }

    private static WireMessages plain(Body body) {
        byte[] only = body.payloads().get(0);
        if (body.payloads().size() == 1 && only.length > 0) {
            return new WireMessages(only, only.length, null, false, null);
        }
        byte[] all = new byte[Math.toIntExact(body.bytes())];
        int[] ends = new int[body.payloads().size()];
        int at = 0;
        for (int i = 0; i < ends.length; i++) {
            byte[] payload = body.payloads().get(i);
            if (payload.length == 0) {
                return flawed(new Rejection.NothingToAppend(), false);
            }
            System.arraycopy(payload, 0, all, at, payload.length);
            at += payload.length;
            ends[i] = at;
        }
        return new WireMessages(all, all.length, ends, false, null);
    }

    /** Whether it can go into a stream of this kind. */
    boolean fits(boolean jsonStream) {
        return anyType || json == jsonStream;
    }

    /** The same messages for a stream of this kind, which perhaps was not there yet when they were prepared. */
    WireMessages fitting(Body body, boolean jsonStream) {
        return fits(jsonStream) ? this : of(body, jsonStream);
    }

    @Nullable
    Rejection flaw() {
        return flaw;
    }

    boolean isEmpty() {
        return count() == 0;
    }

    int length() {
        return length;
    }

    int count() {
        return ends == null ? 1 : ends.length;
    }

    void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, length);
    }

    void endsTo(int[] target, int at, int base) {
        if (ends == null) {
            target[at] = base + length;
            return;
        }
        for (int i = 0; i < ends.length; i++) {
            target[at + i] = base + ends[i];
        }
    }

    /** Writes lengths, then bytes; a single message needs no length of its own. */
    void write(BytesOut out) {
        out.varint(count());
        int before = 0;
        for (int i = 0; ends != null && i < ends.length - 1; i++) {
            out.varint(ends[i] - before);
            before = ends[i];
        }
        out.bytes(bytes, 0, length);
    }

    static WireMessages read(BytesIn in) {
        int count = Math.toIntExact(in.varint());
        int[] ends = count == 1 ? null : new int[count];
        int at = 0;
        for (int i = 0; i < count - 1; i++) {
            at += Math.toIntExact(in.varint());
            Objects.requireNonNull(ends)[i] = at;
        }
        byte[] bytes = in.bytes();
        if (ends != null && count > 0) {
            ends[count - 1] = bytes.length;
        }
        return new WireMessages(bytes, bytes.length, ends, true, null);
    }
}
