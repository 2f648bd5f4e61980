package dev.leat.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;

/** Waits for many connections on one thread. */
public final class SelectorLoop implements AutoCloseable {
    /** A handler of a connection that can be read from or written to. */
    public interface Ready {
        void serve();
    }

    private static final long MILLI = 1_000_000;
    private static final long LONGEST_WAIT = 20;

    private final Selector selector;
    private final ByteBuffer input = ByteBuffer.allocateDirect(256 << 10);

    public SelectorLoop() {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public SelectionKey register(SocketChannel channel, Ready connection) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, SelectionKey.OP_READ, connection);
    }

    /** Where a connection may read into; what is in it is gone with the next read of any connection. */
    public ByteBuffer input() {
        return input.clear();
    }

    /** Serves connections until the condition holds; returns false if the deadline came first. */
    public boolean runUntil(BooleanSupplier reached, long deadline) {
        while (!reached.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            turn(left);
        }
        return true;
    }

    public void runUntil(long deadline) {
        runUntil(() -> false, deadline);
    }

    /** Serves the connections that are ready; waits for one, but not longer than told. The last millisecond is spent spinning. */
    public void turn(long longestNanos) {
        long millis = Math.min(LONGEST_WAIT, longestNanos / MILLI);
        try {
            if (millis > 0) {
                selector.select(SelectorLoop::serve, millis);
            } else {
                selector.selectNow(SelectorLoop::serve);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(SelectionKey key) {
        ((Ready) key.attachment()).serve();
    }

    @Override
    public void close() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
