package dev.leat.http.raw;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A client that sends the bytes it is given and takes exactly one answer at a time. Strict: what is no HTTP/1.1 is an error. */
public final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    static final int NARROW_BYTES = 4096;

    private final Socket tcp = new Socket();
    private final Socket socket;
    private final InputStream in;

    private RawConnection(int port, int receiveBytes, @Nullable SSLContext trusted) throws IOException {
        if (receiveBytes > 0) {
            tcp.setReceiveBufferSize(receiveBytes);
        }
        tcp.setTcpNoDelay(true);
        tcp.setSoTimeout(PATIENCE_MILLIS);
        tcp.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket = trusted == null ? tcp : secured(tcp, trusted);
        in = new BufferedInputStream(socket.getInputStream());
    }

    private static Socket secured(Socket tcp, SSLContext trusted) throws IOException {
        SSLSocket secured = (SSLSocket) trusted.getSocketFactory().createSocket(tcp, "localhost", tcp.getPort(), true);
        secured.startHandshake();
        return secured;
    }

    public static RawConnection to(int port) throws IOException {
        return new RawConnection(port, 0, null);
    }

    /** A client for whom little fits between it and the server. */
    public static RawConnection narrow(int port) throws IOException {
        return new RawConnection(port, NARROW_BYTES, null);
    }

    static RawConnection secured(int port, int receiveBytes) throws IOException {
        return new RawConnection(port, receiveBytes, Wire.trusting());
    }

    /** Ends this side of the connection; answers still arrive. */
    public void endOutput() throws IOException {
        socket.shutdownOutput(); // over TLS also of the socket below
    }

    /** Ends this side of the connection; over TLS without the alert that announces it. */
    public void endOutputUnannounced() throws IOException {
        tcp.shutdownOutput();
    }

    public RawConnection send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawConnection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends a request and takes its answer. */
    public RawResponse ask(RawRequest request) throws IOException {
        send(request.bytes());
        return answer(request.isHead());
    }

    public RawResponse answer() throws IOException {
        return answer(false);
    }

    /** The next final answer; an interim one is skipped. */
    public RawResponse answer(boolean toHead) throws IOException {
        RawResponse answer = next(toHead);
        while (answer.status() < 200) {
            answer = next(toHead);
        }
        return answer;
    }

    /** The next answer, interim or final. */
    public RawResponse next(boolean toHead) throws IOException {
        RawResponse head = head();
        if (toHead || head.status() < 200 || head.status() == 204 || head.status() == 304) {
            return head;
        }
        String length = head.header("Content-Length");
        String coding = head.header("Transfer-Encoding");
        if (length != null && coding != null) {
            throw new IOException("two framings: " + head);
        }
        byte[] body;
        if (length != null) {
            body = in.readNBytes(Integer.parseInt(length));
            if (body.length < Integer.parseInt(length)) {
                throw new EOFException("cut off after " + body.length + " of " + length + " bytes");
            }
        } else if (coding != null) {
            body = chunks();
        } else {
            body = in.readAllBytes();
        }
        return new RawResponse(head.version(), head.status(), head.headers(), body);
    }

    /** Status line and headers only; what follows stays unread. */
    public RawResponse head() throws IOException {
        String start = line();
        if (!start.matches("HTTP/1\\.[01] [1-5][0-9][0-9] .*")) {
            throw new IOException("not a status line: " + start);
        }
        List<RawResponse.Header> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + line);
            }
            headers.add(new RawResponse.Header(
                    line.substring(0, colon), line.substring(colon + 1).trim()));
        }
        return new RawResponse(start.substring(0, 8), Integer.parseInt(start.substring(9, 12)), headers, new byte[0]);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
            body.write(chunk);
        }
        return body.toByteArray();
    }

    /** The next chunk of a chunked body; empty at its end. */
    public byte[] chunk() throws IOException {
        int length = Integer.parseInt(line(), 16);
        byte[] chunk = in.readNBytes(length);
        if (chunk.length < length || !line().isEmpty()) {
            throw new EOFException("cut off inside a chunk");
        }
        return chunk;
    }

    /** A line that ends with CRLF. */
    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); ; c = in.read()) {
            if (c < 0) {
                throw new EOFException(line.isEmpty() ? "closed" : "cut off after: " + line);
            }
            if (c == '\n') {
                if (line.isEmpty() || line.charAt(line.length() - 1) != '\r') {
                    throw new IOException("a bare LF after: " + line);
                }
                return line.substring(0, line.length() - 1);
            }
            line.append((char) c);
        }
    }

    /** Whether a part of an answer has arrived. What arrives over TLS need not be a part of an answer. */
    public boolean isAnswered() throws IOException {
        if (in.available() == 0 && tcp.getInputStream().available() == 0) {
            return false;
        }
        int patience = tcp.getSoTimeout();
        tcp.setSoTimeout(1);
        in.mark(1);
        try {
            boolean isAnswered = in.read() >= 0;
            in.reset();
            return isAnswered;
        } catch (SocketTimeoutException e) {
            return false;
        } finally {
            tcp.setSoTimeout(patience);
        }
    }

    /** Waits until the server closes the connection, and returns how many bytes it sent before. */
    public long drain() throws IOException {
        try {
            return in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketException | SSLException e) {
            return -1; // reset
        }
    }

    /** Whether the server has closed the connection and sent nothing more; waits for it. */
    public boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException | SSLException e) {
            return true;
        }
    }

    /** The socket below TLS, if there is TLS. */
    public Socket socket() {
        return tcp;
    }

    /** Ends without a goodbye: the server gets a reset. */
    public void abort() throws IOException {
        tcp.setSoLinger(true, 0);
        tcp.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
