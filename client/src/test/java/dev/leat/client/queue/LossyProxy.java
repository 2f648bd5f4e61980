package dev.leat.client.queue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Stands between a client and a server of HTTP/1.1 and does to each request what a test wants. */
final class LossyProxy implements AutoCloseable {

    /** What becomes of one request and its answer. */
    enum Fate {
        PASS,
        /** The connection is closed, and the server hears nothing. */
        LOSE_REQUEST,
        /** The server does it, and the connection is closed without an answer. */
        LOSE_ANSWER,
        /** The connection is closed after some bytes of the answer. */
        CUT_ANSWER,
        /** The answer stays away, and the connection open. */
        SWALLOW_ANSWER
    }

    private final ServerSocket door;
    private final int server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile Supplier<Fate> fates = () -> Fate.PASS;

    LossyProxy(int server) throws IOException {
        this.server = server;
        this.door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + door.getLocalPort();
    }

    /** @param next is asked once for each request */
    void fates(Supplier<Fate> next) {
        this.fates = next;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                sockets.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server)) {
            sockets.add(upstream);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            HttpStream asked = new HttpStream(client.getInputStream());
            HttpStream answered = new HttpStream(upstream.getInputStream());
            while (exchange(asked, answered, client.getOutputStream(), upstream.getOutputStream())) {}
        } catch (IOException e) {
            // one of both is gone, and now so is the other
        }
    }

    private boolean exchange(HttpStream asked, HttpStream answered, OutputStream back, OutputStream on)
            throws IOException {
        byte[] request = asked.message();
        if (request == null) {
            return false;
        }
        Fate fate = fates.get();
        if (fate == Fate.LOSE_REQUEST) {
            return false;
        }
        on.write(request);
        byte[] answer = answered.message();
        if (answer == null || fate == Fate.LOSE_ANSWER) {
            return false;
        }
        if (fate == Fate.SWALLOW_ANSWER) {
            asked.message(); // until the client has had enough
            return false;
        }
        boolean cut = fate == Fate.CUT_ANSWER;
        back.write(answer, 0, cut ? answer.length * 2 / 3 : answer.length);
        back.flush();
        return !cut;
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** One message after the other: head and body, whose length the head tells. */
    private record HttpStream(InputStream in) {

        /** Null if there is none any more. */
        byte[] message() throws IOException {
            java.io.ByteArrayOutputStream head = new java.io.ByteArrayOutputStream();
            int newlines = 0;
            while (newlines < 2) {
                int next = in.read();
                if (next < 0) {
                    return null;
                }
                head.write(next);
                newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
            }
            String text = head.toString(java.nio.charset.StandardCharsets.ISO_8859_1);
            head.write(in.readNBytes(length(text)));
            return head.toByteArray();
        }

        private static int length(String head) {
            for (String line : head.split("\r\n")) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    return Integer.parseInt(line.substring(15).trim());
                }
            }
            return 0;
        }
    }
}
