package dev.leat.http.fault;

import java.util.List;
import java.util.SplittableRandom;

/** Bytes that nearly are a request. */
final class Malformed {
    private Malformed() {}

    static String request(SplittableRandom random, String stream) {
        String hidden = "POST " + stream
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nsmuggled";
        String post = "POST " + stream + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n";
        String get = "GET " + stream + " HTTP/1.1\r\nHost: localhost\r\n";
        String head = "GET " + stream + " HTTP/1.1\r\n";
        List<String> kinds = List.of(
                "\r\n\r\n",
                "GET\r\n\r\n",
                "GET  " + stream + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET " + stream + "\r\n\r\n",
                "GET " + stream + " HTTP/1.\r\nHost: localhost\r\n\r\n",
                "GET " + stream + " http/1.1\r\nHost: localhost\r\n\r\n",
                "GET " + stream + " x HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "G\u0000T " + stream + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET " + stream + "\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /v1/stream/\u00ff\u00fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET " + stream + " HTTP/1.1\nHost: h\n\n",
                "GET http://localhost" + stream + " HTTP/1.1\r\nHost: other\r\n\r\n",
                "GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "CONNECT h:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                head + "Host: a\r\nHost: b\r\n\r\n",
                head + "Host: a b\r\n\r\n",
                head + "Host: \r\n\r\n",
                head + "Host: h:99999999999\r\n\r\n",
                head + "Host: [::1\r\n\r\n",
                head + "\r\n",
                get + "X: a\r\n folded\r\n\r\n",
                get + " X: a\r\n\r\n",
                get + "no colon\r\n\r\n",
                get + ": no name\r\n\r\n",
                get + "X : space\r\n\r\n",
                get + "X: nul\u0000\r\n\r\n",
                get + "X\u0000: nul\r\n\r\n",
                get + "X: bare\rCR\r\n\r\n",
                get + "X: " + "x".repeat(random.nextInt(200_000)) + "\r\n\r\n",
                get + "X: y\r\n".repeat(random.nextInt(20_000)) + "\r\n",
                get + "Expect: the-worst\r\n\r\n",
                get + "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: !!!\r\n\r\n",
                get + "Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                post + "Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc" + hidden,
                post + "Content-Length: 3, 5\r\n\r\nabc" + hidden,
                post + "Content-Length: +3\r\n\r\nabc" + hidden,
                post + "Content-Length: -3\r\n\r\n" + hidden,
                post + "Content-Length: 0x3\r\n\r\nabc" + hidden,
                post + "Content-Length: 3 \u000b\r\n\r\nabc" + hidden,
                post + "Content-Length: 99999999999999999999999\r\n\r\nabc",
                post + "Content-Length:\r\n\r\nabc" + hidden,
                post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc\r\n0\r\n\r\n",
                post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcXX0\r\n\r\n" + hidden,
                post + "Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n" + hidden,
                post + "Transfer-Encoding: chunked\r\n\r\n3;" + "x".repeat(100_000) + "\r\nabc\r\n0\r\n\r\n",
                post + "Transfer-Encoding: chunked\r\n\r\n" + "0".repeat(100_000),
                post + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "T: x\r\n".repeat(20_000) + "\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
                noise(random));
        String chosen = kinds.get(random.nextInt(kinds.size()));
        return random.nextInt(4) == 0 ? cut(chosen, random) : chosen;
    }

    private static String cut(String text, SplittableRandom random) {
        int end = text.indexOf("\r\n\r\n"); // before anything that could be taken for a request of its own
        String start = end < 0 ? text : text.substring(0, end);
        return start.substring(0, random.nextInt(start.length() + 1));
    }

    private static String noise(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(2000); i >= 0; i--) {
            text.append((char) random.nextInt(256));
        }
        return text.toString();
    }
}
