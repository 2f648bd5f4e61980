package dev.leat.bench.http.client;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One connection with at most one request outstanding. It is opened again when the server closes it. */
public final class HttpConnection implements HttpResponse.Sink, SelectorLoop.Ready {
    private static final int MOST_READS = 4;
    private static final int MOST_REDIALS = 10_000;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SelectorLoop loop;
    private final Server server;
    private final HttpExchange exchange;
    private final HttpResponse response = new HttpResponse();
    private SocketChannel channel;
    private SelectionKey key;
    private ByteBuffer output = NOTHING;
    private boolean writing;
    private boolean busy;
    private long sentAt;
    private int redials;

    private HttpConnection(SelectorLoop loop, Server server, HttpExchange exchange) throws IOException {
        this.loop = loop;
        this.server = server;
        this.exchange = exchange;
        channel = dial(server);
        key = loop.register(channel, this);
    }

    public static HttpConnection open(SelectorLoop loop, Server server, HttpExchange exchange) {
        try {
            return new HttpConnection(loop, server, exchange);
        } catch (IOException e) {
            throw unreachable(server, e);
        }
    }

    /** The last answer, or what has come of it. */
    public HttpResponse response() {
        return response;
    }

    /** Whether an answer is outstanding. */
    public boolean isBusy() {
        return busy;
    }

    public long sentAt() {
        return sentAt;
    }

    public void send(HttpRequest request) {
        if (busy) {
            throw new IllegalStateException("an answer is outstanding");
        }
        busy = true;
        response.reset();
        output = request.bytes().duplicate();
        sentAt = System.nanoTime();
        flush();
    }

    /** Reads and writes as far as the connection is ready. */
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
            channel.write(output);
            await(output.hasRemaining());
        } catch (IOException e) {
            await(false); // what is wrong shows when reading
        }
    }

    private void await(boolean room) {
        if (room != writing) {
            writing = room;
            key.interestOps(room ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
    }

    private void read() {
        int dialled = redials;
        for (int i = 0; i < MOST_READS && redials == dialled; i++) {
            ByteBuffer input = loop.input();
            int count = receive(input);
            if (count < 0) {
                closed();
            } else {
                take(input.flip());
            }
            if (input.limit() < input.capacity()) {
                return;
            }
        }
    }

    private int receive(ByteBuffer input) {
        try {
            return channel.read(input);
        } catch (IOException e) {
            input.clear().limit(0);
            return -1;
        }
    }

    private void take(ByteBuffer input) {
        int dialled = redials;
        while (input.hasRemaining() && redials == dialled) {
            if (!busy) {
                throw new BenchException(server.name() + " sent an answer without a request");
            }
            if (response.take(input, this)) {
                complete();
            }
        }
    }

    private void complete() {
        busy = false;
        if (response.isClosing()) {
            redial();
        }
        exchange.answered(this);
    }

    private void closed() {
        boolean waiting = busy;
        boolean complete = response.ended();
        busy = false;
        redial();
        if (waiting && complete) {
            exchange.answered(this);
        } else if (waiting) {
            exchange.broken(this);
        }
    }

    private void redial() {
        if (++redials > MOST_REDIALS) {
            throw new BenchException(server.name() + " closes one connection after another");
        }
        output = NOTHING;
        writing = false;
        try {
            channel.close();
            channel = dial(server);
            key = loop.register(channel, this);
        } catch (IOException e) {
            throw unreachable(server, e);
        }
    }

    private static SocketChannel dial(Server server) throws IOException {
        SocketChannel channel = SocketChannel.open(server.address());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel;
    }

    private static BenchException unreachable(Server server, IOException cause) {
        return new BenchException("cannot connect to " + server.authority() + ": " + cause.getMessage(), cause);
    }

    @Override
    public void head() {
        exchange.head(this);
    }

    @Override
    public void body(ByteBuffer bytes) {
        exchange.body(this, bytes);
    }
}
