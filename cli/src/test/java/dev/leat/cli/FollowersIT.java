package dev.leat.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many who follow one stream and hear nothing for long: what they cost, and what they leave behind. */
@Timeout(300)
class FollowersIT {
    private static final int FOLLOWERS = Boolean.getBoolean("leat.thorough") ? 10_000 : 1_000;
    private static final long MIB = 1 << 20;

    @TempDir
    Path temp;

    @Test
    void idleFollowersCostLittleAndLeaveNothing() throws Exception {
        try (LeatProcess server = LeatProcess.start(
                temp, "serve", "--port", "0", "--data", "d", "--sse-timeout", "1h", "--port-file", "port")) {
            server.outUntil("  try ");
            int port = Integer.parseInt(Files.readString(temp.resolve("port")).strip());
            ask(
                    port,
                    "PUT /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n");
            followAndLeave(port, 100); // so that what is loaded once is loaded
            long before = server.heapInUse();
            long threads = LeatProcess.metric(port, "jvm_threads_live_threads");

            List<Socket> followers = follow(port, FOLLOWERS);
            long with = server.heapInUse();
            ask(
                    port,
                    "POST /v1/stream/s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
            for (Socket follower : followers) {
                readUntil(follower, "data:hello\n");
            }
            leave(port, followers);
            long after = server.heapInUse();

            assertThat((with - before) / FOLLOWERS)
                    .as("bytes of heap a follower")
                    .isLessThan(8 << 10);
            assertThat(after - before).as("bytes they leave behind").isLessThan(MIB);
            // pools of threads may have grown to their bounds; nobody has one of their own
            assertThat(LeatProcess.metric(port, "jvm_threads_live_threads")).isLessThan(threads + 50);
        }
    }

    private static void followAndLeave(int port, int count) throws Exception {
        leave(port, follow(port, count));
    }

    private static List<Socket> follow(int port, int count) throws IOException {
        List<Socket> followers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(60_000);
            followers.add(socket);
            send(socket, "GET /v1/stream/s?offset=now&live=sse HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        for (Socket follower : followers) {
            readUntil(follower, "event: control");
        }
        return followers;
    }

    private static void leave(int port, List<Socket> followers) throws Exception {
        for (Socket follower : followers) {
            follower.close();
        }
        while (LeatProcess.metric(port, "leat_http_followers") > 0
                || LeatProcess.metric(port, "leat_http_connections ") > 1) { // one is ours
            Thread.sleep(10); // until it looks at the metric again; how long does not matter
        }
    }

    private static void ask(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            send(socket, request);
            readUntil(socket, "HTTP/1.1 20");
        }
    }

    private static void send(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(US_ASCII));
    }

    private static void readUntil(Socket socket, String words) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder read = new StringBuilder();
        while (read.indexOf(words) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("it ended after: " + read);
            }
            read.append((char) next);
        }
    }
}
