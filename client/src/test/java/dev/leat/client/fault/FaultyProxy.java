package dev.leat.client.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Stands between a client and a server and spoils connections, each as it is told. */
public final class FaultyProxy implements AutoCloseable {
    private final int target;
    private final Supplier<Fault> faults;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger spoiled = new AtomicInteger();

    /** @param faults asked once for each connection */
    FaultyProxy(int target, Supplier<Fault> faults) {
        this.target = target;
        this.faults = faults;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** How many connections were cut or answered here. */
    int spoiled() {
        return spoiled.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                open.add(client);
                Fault fault = faults.get();
                Thread.ofVirtual().start(() -> serve(client, fault));
            } catch (IOException e) {
                return; // it is closed
            }
        }
    }

    private void serve(Socket client, Fault fault) {
        if (fault instanceof Fault.Answered answered) {
            answer(client, answered);
            return;
        }
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(server);
            int up = fault instanceof Fault.RequestCut cut ? cut.bytes() : Integer.MAX_VALUE;
            int down = fault instanceof Fault.AnswerCut cut ? cut.bytes() : Integer.MAX_VALUE;
            int millis = fault instanceof Fault.Slow slow ? slow.millis() : 0;
            Thread.ofVirtual().start(() -> copy(client, server, up, millis));
            copy(server, client, down, millis);
        } catch (IOException e) {
            end(client); // there is no server just now
        }
    }

    private void copy(Socket from, Socket to, int most, int millis) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[4096];
            int left = most;
            while (left > 0) {
                int read = in.read(piece, 0, Math.min(piece.length, left));
                if (read < 0) {
                    break;
                }
                Thread.sleep(millis);
                out.write(piece, 0, read);
                left -= read;
            }
            if (left == 0) {
                spoiled.incrementAndGet();
            }
        } catch (IOException | InterruptedException e) { // the other direction has ended it
            Thread.currentThread().interrupt();
        } finally {
            end(from);
            end(to);
        }
    }

    /** Takes one request in, so that the client has time to read the answer. */
    private void answer(Socket client, Fault.Answered answered) {
        spoiled.incrementAndGet();
        try {
            InputStream in = client.getInputStream();
            in.skipNBytes(contentLength(in));
            String text = "HTTP/1.1 " + answered.status() + " No\r\nRetry-After: " + answered.retryAfter()
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) { // the client is gone
        } finally {
            end(client);
        }
    }

    private static int contentLength(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
        for (String line : head.toString().split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                return Integer.parseInt(line.substring(15).strip());
            }
        }
        return 0;
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        open.forEach(this::end);
    }
}
