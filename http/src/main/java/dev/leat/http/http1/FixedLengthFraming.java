package dev.leat.http.http1;

import dev.leat.http.exchange.BodyReader;
import io.netty.buffer.ByteBuf;

/** A body whose length was said before. */
final class FixedLengthFraming implements BodyFraming {
    private long left;

    FixedLengthFraming(long length) {
        this.left = length;
    }

    @Override
    public State read(ByteBuf bytes, BodyReader reader) {
        int now = (int) Math.min(left, bytes.readableBytes());
        if (now > 0) {
            left -= now;
            BodyFraming.handOn(bytes, now, reader);
        }
        return left == 0 ? State.ENDED : State.COMING;
    }
}
