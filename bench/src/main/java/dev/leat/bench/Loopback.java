package dev.leat.bench;

import dev.leat.api.spi.Part;
import dev.leat.api.spi.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/** A connection to a thread that reads and discards all bytes: the cost of a client for a server, without HTTP. */
final class Loopback implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final SocketChannel out;
    private final SocketChannel in;
    private final Thread receiver;
    private long sent;
    private volatile long received;

    private Loopback(SocketChannel out, SocketChannel in) {
        this.out = out;
        this.in = in;
        this.receiver = new Thread(this::drain, "receiver");
    }

    static Loopback connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel out = SocketChannel.open(server.getLocalAddress());
            Loopback loopback = new Loopback(out, server.accept());
            loopback.receiver.start();
            return loopback;
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only this thread writes it
    private void drain() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try {
            for (int read = 0; read >= 0; read = in.read(buffer.clear())) {
                received += read;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void send(Slice slice) throws IOException {
        for (Part part : slice.parts()) {
            switch (part) {
                case Part.Bytes(ByteBuffer bytes) -> send(bytes.duplicate());
                case Part.FileRange range -> send(range.file(), range.place(), range.length());
            }
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            sent += out.write(bytes);
        }
    }

    void send(FileChannel file, long place, long length) throws IOException {
        for (long done = 0; done < length; ) {
            done += file.transferTo(place + done, length - done, out);
        }
        sent += length;
    }

    long sent() {
        return sent;
    }

    /** Returns when the other end has everything. */
    void await() {
        while (received < sent) {
            LockSupport.parkNanos(20_000);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
        try {
            receiver.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        in.close();
    }
}
