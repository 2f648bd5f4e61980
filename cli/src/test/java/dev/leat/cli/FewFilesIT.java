package dev.leat.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
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
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server that may have few files open, and more clients than that. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // it has no such limit
class FewFilesIT {
    private static final int CLIENTS = 400;
    private static final int APPENDS = 40;
    private static final String MEGABYTE = "x".repeat(1_000_000);

    @TempDir
    Path temp;

    @Test
    void idleConnectionsLeaveStorageItsFiles() throws Exception {
        try (LeatProcess server = LeatProcess.withFiles(
                256,
                temp,
                "serve",
                "--port",
                "0",
                "--data",
                "d",
                "--port-file",
                "port",
                "--checkpoint-bytes",
                "8MiB")) {
            server.outUntil("  try ");
            assertThat(server.errUntil("files open").getLast())
                    .contains("the process may have 256 files open: at most ", " connections are taken, not ");
            List<Socket> idle = new ArrayList<>();
            try (Socket writer = connect()) {
                assertThat(ask(writer, "PUT", "")).startsWith("HTTP/1.1 201 ");
                for (int i = 0; i < CLIENTS; i++) {
                    idle.add(connect());
                }

                for (int i = 0; i < APPENDS; i++) {
                    assertThat(ask(writer, "POST", MEGABYTE)).startsWith("HTTP/1.1 204 ");
                }
                assertThat(oneTooMany()).contains("HTTP/1.1 503 ", "urn:leat:problem:connections-exhausted");
            } finally {
                for (Socket socket : idle) {
                    socket.close();
                }
            }
            while (!oneMore().startsWith("HTTP/1.1 204 ")) {
                Thread.onSpinWait(); // the server has not seen yet that they are gone
            }
            server.signal("TERM");
            assertThat(server.exitCode()).isZero();
            assertThat(server.err()).doesNotContain("Too many open files");
        }
    }

    @Test
    void aLimitThatIsTooSmallStopsTheStart() throws Exception {
        try (LeatProcess server = LeatProcess.withFiles(100, temp, "serve", "--port", "0", "--data", "d")) {
            assertThat(server.exitCode()).isEqualTo(1);
            assertThat(server.err()).contains("may have 100 files open, and needs 128 at least");
        }
    }

    private Socket connect() throws IOException {
        int port = Integer.parseInt(Files.readString(temp.resolve("port")).strip());
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /** A few connections are answered at a time; one that is not finds itself closed. */
    private String oneTooMany() throws IOException {
        while (true) {
            String answer = oneMore();
            if (!answer.isEmpty()) {
                return answer;
            }
        }
    }

    /** Empty if the connection was closed. */
    private String oneMore() {
        try (Socket socket = connect()) {
            return ask(socket, "POST", "y");
        } catch (IOException closed) {
            return "";
        }
    }

    private static String ask(Socket socket, String method, String body) throws IOException {
        String head =
                method + " /v1/stream/hello HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
                        + body.length() + "\r\n\r\n";
        socket.getOutputStream().write((head + body).getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        return answer(socket.getInputStream());
    }

    /** The head of an answer, and its body if the connection ends with it. */
    private static String answer(InputStream in) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        while (!answer.toString(ISO_8859_1).contains("\r\n\r\n")) {
            int read = in.read();
            if (read < 0) {
                return answer.toString(ISO_8859_1);
            }
            answer.write(read);
        }
        if (answer.toString(ISO_8859_1).contains("Connection: close")) {
            answer.writeBytes(in.readAllBytes());
        }
        return answer.toString(ISO_8859_1);
    }
}
