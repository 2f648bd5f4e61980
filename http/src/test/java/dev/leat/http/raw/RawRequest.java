package dev.leat.http.raw;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A well-formed request, unless it is given something that is not. */
public final class RawRequest {
    private final String method;
    private final String target;
    private final StringBuilder headers = new StringBuilder();
    private byte[] body = {};

    private RawRequest(String method, String target) {
        this.method = method;
        this.target = target;
    }

    public static RawRequest of(String method, String target) {
        return new RawRequest(method, target).with("Host", "leat.localhost");
    }

    public static RawRequest get(String target) {
        return of("GET", target);
    }

    public static RawRequest put(String target, String type) {
        return of("PUT", target).with("Content-Type", type);
    }

    public static RawRequest post(String target, String type, String body) {
        return of("POST", target).with("Content-Type", type).body(body);
    }

    public RawRequest with(String name, String value) {
        headers.append(name).append(": ").append(value).append("\r\n");
        return this;
    }

    public RawRequest producer(String id, long epoch, long seq) {
        return with("Producer-Id", id)
                .with("Producer-Epoch", Long.toString(epoch))
                .with("Producer-Seq", Long.toString(seq));
    }

    public RawRequest body(String text) {
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawRequest body(byte[] bytes) {
        body = bytes;
        return this;
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String length = body.length > 0 ? "Content-Length: " + body.length + "\r\n" : "";
        out.writeBytes((method + " " + target + " HTTP/1.1\r\n" + headers + length + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        out.writeBytes(body);
        return out.toByteArray();
    }
}
