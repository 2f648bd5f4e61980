package dev.leat.bench.queue.protocol;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;

/** A connection that carries bytes both ways. What its reader does not take yet is kept for the next time. */
public final class SocketWire implements SelectorLoop.Ready {
    private static final int FIRST_BYTES = 32 << 10;

    /** The parser of the bytes. */
    public interface Reader {
        /** Takes what is complete and leaves the rest. */
        void take(ByteBuffer bytes);
    }

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Reader reader;
    private final Queue<ByteBuffer> output = new ArrayDeque<>();
    private ByteBuffer input = ByteBuffer.allocateDirect(FIRST_BYTES);
    private boolean waitsForRoom;

    private SocketWire(SelectorLoop loop, InetSocketAddress address, Reader reader) throws IOException {
        this.reader = reader;
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = loop.register(channel, this);
    }

    public static SocketWire open(SelectorLoop loop, InetSocketAddress address, Reader reader) {
        try {
            return new SocketWire(loop, address, reader);
        } catch (IOException e) {
            throw new BenchException("cannot connect to " + address + ": " + e.getMessage(), e);
        }
    }

    public void send(ByteBuffer bytes) {
        output.add(bytes.duplicate());
        if (output.size() == 1) {
            flush();
        }
    }

    @Override
    public void serve() {
        if (key.isValid() && key.isWritable()) {
            flush();
        }
        if (key.isValid() && key.isReadable()) {
            read();
        }
    }

    private void flush() {
        try {
            for (ByteBuffer next = output.peek(); next != null; next = output.peek()) {
                channel.write(next);
                if (next.hasRemaining()) {
                    break;
                }
                output.remove();
            }
        } catch (IOException e) {
            throw lost(e);
        }
        if (waitsForRoom == output.isEmpty()) {
            waitsForRoom = !output.isEmpty();
            key.interestOps(waitsForRoom ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    private void read() {
        try {
            if (channel.read(input) < 0) {
                throw new BenchException("the server closed a connection");
            }
        } catch (IOException e) {
            throw lost(e);
        }
        reader.take(input.flip());
        input.compact();
        if (!input.hasRemaining()) {
            input = ByteBuffer.allocateDirect(2 * input.capacity()).put(input.flip());
        }
    }

    private static BenchException lost(IOException cause) {
        return new BenchException("a connection was lost: " + cause.getMessage(), cause);
    }
}
