package dev.leat.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The bytes of one request, ready to be sent as often as wanted. */
public record Request(ByteBuffer bytes) {
    public static final String OCTETS = "application/octet-stream";
    public static final String TEXT = "text/plain";
    public static final String JSON = "application/json";

    private static final byte[] NOTHING = {};

    static Request create(Server server, String stream, String contentType) {
        return of(server, "PUT", stream, "Content-Type: " + contentType + "\r\n", NOTHING);
    }

    static Request append(Server server, String stream, String contentType, byte[] body) {
        return post(server, stream, contentType, body);
    }

    /** @param path below the server's base */
    public static Request post(Server server, String path, String contentType, byte[] body) {
        return of(server, "POST", path, "Content-Type: " + contentType + "\r\n", body);
    }

    /** @param path below the server's base */
    public static Request put(Server server, String path, String contentType, byte[] body) {
        return of(server, "PUT", path, "Content-Type: " + contentType + "\r\n", body);
    }

    /** An append of a producer, in the first epoch. */
    static Request append(Server server, String stream, String producer, long seq, byte[] body) {
        String stamp = "Producer-Id: " + producer + "\r\nProducer-Epoch: 0\r\nProducer-Seq: " + seq + "\r\n";
        return of(server, "POST", stream, "Content-Type: " + OCTETS + "\r\n" + stamp, body);
    }

    public static Request delete(Server server, String stream) {
        return of(server, "DELETE", stream, "", NOTHING);
    }

    static Request read(Server server, String stream, String query) {
        return of(
                "GET " + server.base() + "/" + stream + "?" + query + " HTTP/1.1\r\nHost: " + server.authority()
                        + "\r\n" + server.credentials() + "\r\n",
                NOTHING);
    }

    private static Request of(Server server, String method, String stream, String headers, byte[] body) {
        String head = method + " " + server.base() + "/" + stream + " HTTP/1.1\r\nHost: " + server.authority() + "\r\n"
                + server.credentials() + headers + "Content-Length: " + body.length + "\r\n\r\n";
        return of(head, body);
    }

    private static Request of(String head, byte[] body) {
        byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer all = ByteBuffer.allocate(bytes.length + body.length);
        return new Request(all.put(bytes).put(body).flip());
    }

    /** Its first line. */
    String line() {
        String text = StandardCharsets.US_ASCII.decode(bytes.duplicate()).toString();
        return text.substring(0, text.indexOf(" HTTP/1.1"));
    }
}
