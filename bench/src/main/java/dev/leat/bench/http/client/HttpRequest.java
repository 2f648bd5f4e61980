package dev.leat.bench.http.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The bytes of one request, ready to be sent as often as wanted. */
public record HttpRequest(ByteBuffer bytes) {
    public static final String OCTETS = "application/octet-stream";
    public static final String TEXT = "text/plain";
    public static final String JSON = "application/json";

    private static final byte[] NOTHING = {};

    public static HttpRequest create(Server server, String stream, String contentType) {
        return of(server, "PUT", stream, "Content-Type: " + contentType + "\r\n", NOTHING);
    }

    public static HttpRequest append(Server server, String stream, String contentType, byte[] body) {
        return post(server, stream, contentType, body);
    }

    /** @param path below the server's base */
    public static HttpRequest post(Server server, String path, String contentType, byte[] body) {
        return of(server, "POST", path, "Content-Type: " + contentType + "\r\n", body);
    }

    /** @param path below the server's base */
    public static HttpRequest put(Server server, String path, String contentType, byte[] body) {
        return of(server, "PUT", path, "Content-Type: " + contentType + "\r\n", body);
    }

    /** An append of a producer, in the first epoch. */
    public static HttpRequest append(Server server, String stream, String producer, long seq, byte[] body) {
        String stamp = "Producer-Id: " + producer + "\r\nProducer-Epoch: 0\r\nProducer-Seq: " + seq + "\r\n";
        return of(server, "POST", stream, "Content-Type: " + OCTETS + "\r\n" + stamp, body);
    }

    public static HttpRequest delete(Server server, String stream) {
        return of(server, "DELETE", stream, "", NOTHING);
    }

    public static HttpRequest read(Server server, String stream, String query) {
        return of(
                "GET " + server.base() + "/" + stream + "?" + query + " HTTP/1.1\r\nHost: " + server.authority()
                        + "\r\n" + server.credentials() + "\r\n",
                NOTHING);
    }

    private static HttpRequest of(Server server, String method, String stream, String headers, byte[] body) {
        String head = method + " " + server.base() + "/" + stream + " HTTP/1.1\r\nHost: " + server.authority() + "\r\n"
                + server.credentials() + headers + "Content-Length: " + body.length + "\r\n\r\n";
        return of(head, body);
    }

    private static HttpRequest of(String head, byte[] body) {
        byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer all = ByteBuffer.allocate(bytes.length + body.length);
        return new HttpRequest(all.put(bytes).put(body).flip());
    }

    /** Its first line. */
    String line() {
        String text = StandardCharsets.US_ASCII.decode(bytes.duplicate()).toString();
        return text.substring(0, text.indexOf(" HTTP/1.1"));
    }
}
