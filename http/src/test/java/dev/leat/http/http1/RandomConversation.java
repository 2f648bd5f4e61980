package dev.leat.http.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leat.http.raw.RawResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything that a client says on one connection, drawn beforehand, and what it is to hear. */
final class RandomConversation {
    private static final int MOST_REQUESTS = 20;
    private static final int MOST_APART = 40;

    private static final String POST =
            "POST STREAM HTTP/1.1\r\nHost: leat.localhost\r\nContent-Type: " + RandomModel.TYPE;
    private static final String CHUNKED = POST + "\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final List<String> MALFORMED = List.of(
            "bad\r\n\r\n",
            "\u0000\u0001\r\n\r\n",
            "POST  STREAM HTTP/1.1\r\nHost: leat.localhost\r\nContent-Length: 5\r\n\r\nhello",
            POST + "\r\nX : y\r\nContent-Length: 5\r\n\r\nhello",
            POST + "\r\nX: y\r\n folded\r\nContent-Length: 5\r\n\r\nhello",
            POST + "\nContent-Length: 5\r\n\r\nhello",
            POST + "\r\nHost: other\r\nContent-Length: 5\r\n\r\nhello",
            POST + "\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
            POST + "\r\nContent-Length: +5\r\n\r\nhello",
            POST + "\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            POST + "\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            CHUNKED + "g\r\nhello\r\n0\r\n\r\n",
            CHUNKED + "4\r\nhello\r\n0\r\n\r\n",
            CHUNKED + "5\r\nhello0\r\n\r\n",
            CHUNKED + "5\nhello\r\n0\r\n\r\n",
            CHUNKED + "5\r\nhello\r\n0\r\nno line end\n\r\n");

    private final SplittableRandom random;
    private final Handwriting hand;
    private final RandomModel model;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<Expected> expected = new ArrayList<>();
    private final List<Packet> packets = new ArrayList<>();
    private final List<Integer> cuts;
    private final boolean endedByServer;
    private final Departure departure;
    private final int dawdling;
    private boolean last;

    /**
     * An answer.
     *
     * @param what the request, which is from start to end of all that is said
     */
    record Expected(String what, int start, int end, int status, boolean toHead, Consumer<RawResponse> check) {}

    /** @param apart whether the next one is sent when this has been read */
    record Packet(byte[] bytes, boolean apart) {}

    /** How a client goes. */
    enum Departure {
        CLOSE,
        RESET,
        HALF
    }

    /** Draws it, and has the model do what it asks for. */
    RandomConversation(SplittableRandom random, RandomModel model) {
        this.random = random;
        this.hand = new Handwriting(random);
        this.model = model;
        for (int i = random.nextInt(MOST_REQUESTS); i > 0; i--) {
            any();
        }
        endedByServer = random.nextBoolean();
        if (endedByServer) {
            provoke();
        } else if (random.nextBoolean()) {
            said.writeBytes(hand.part(lost()));
        }
        departure = hand.pick(List.of(Departure.values()));
        dawdling = hand.oneIn(4) ? random.nextInt(20) : 0;
        cuts = hand.cuts(said.size());
        cut();
    }

    private void cut() {
        byte[] all = said.toByteArray();
        int oftenApart = hand.pick(List.of(1, 1, 2, 10, 1000));
        int apart = 0;
        int start = 0;
        for (int end : cuts) {
            boolean alone = hand.oneIn(oftenApart) && ++apart < MOST_APART;
            packets.add(new Packet(Arrays.copyOfRange(all, start, end), alone));
            start = end;
        }
    }

    private void any() {
        String stream = hand.pick(model.streams());
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> append(stream);
            case 5, 6 -> read(stream);
            case 7 -> readOn(stream);
            case 8 -> ask("HEAD", stream, null, 200, answer -> model.checkRead(stream, new byte[0], answer));
            case 9 -> ask("POST", "/nowhere", unread(stream), 404, problem("route-not-found"));
            case 10 -> ask("GET", "/nowhere", unread(stream), 404, problem("route-not-found"));
            case 11 -> ask("BREW", stream, unread(stream), 405, problem("method-not-allowed"));
            case 12 ->
                ask("OPTIONS", stream, hand.oneIn(2) ? unread(stream) : null, 204, RandomConversation::preflight);
            case 13 ->
                ask(
                        "GET",
                        "/health/live",
                        null,
                        200,
                        answer -> assertThat(answer.text()).contains("status"));
            case 14 -> enqueue();
            default -> pop();
        }
    }

    private void append(String stream) {
        byte[] body = hand.body();
        if (body.length == 0) {
            ask("POST", stream, body, 400, problem("body-empty"));
        } else {
            int length = model.append(stream, body);
            ask("POST", stream, body, 204, answer -> model.checkAppended(stream, length, answer));
        }
    }

    private void read(String stream) {
        byte[] all = model.bytes(stream);
        ask("GET", stream, hand.oneIn(3) ? unread(stream) : null, 200, answer -> model.checkRead(stream, all, answer));
    }

    private void readOn(String stream) {
        RandomModel.Place place = hand.pick(model.places(stream));
        byte[] all = model.bytes(stream);
        byte[] rest = Arrays.copyOfRange(all, place.position(), all.length);
        String target = stream + "?offset=" + place.offset();
        ask("GET", target, null, 200, answer -> model.checkRead(stream, rest, answer));
    }

    private void enqueue() {
        String message = "m" + random.nextInt(1 << 30);
        model.enqueue(message);
        byte[] body = message.getBytes(StandardCharsets.ISO_8859_1);
        ask("POST", model.queue() + "/messages", body, 201, answer -> {});
    }

    private void pop() {
        int most = 1 + random.nextInt(4);
        List<String> popped = model.pop(most);
        byte[] body = ("{\"max\":" + most + "}").getBytes(StandardCharsets.ISO_8859_1);
        ask("POST", model.queue() + "/pop", body, 200, answer -> RandomModel.checkPopped(popped, answer));
    }

    /** A body that nobody reads; it would append if it were a request. */
    private byte[] unread(String stream) {
        return hand.oneIn(3)
                ? WireServer.append(stream, "smuggled").getBytes(StandardCharsets.ISO_8859_1)
                : hand.body();
    }

    private static Consumer<RawResponse> problem(String name) {
        return answer -> {
            assertThat(answer.isProblem()).as(answer.toString()).isTrue();
            assertThat(answer.text()).contains("urn:leat:problem:" + name);
        };
    }

    private static void preflight(RawResponse answer) {
        assertThat(answer.need("Access-Control-Allow-Methods")).contains("POST");
    }

    private void ask(String method, String target, byte @Nullable [] body, int status, Consumer<RawResponse> check) {
        String id = "id-" + random.nextInt(1 << 30);
        Map<String, String> headers = new HashMap<>(Map.of("Host", "leat.localhost", "X-Request-Id", id));
        headers.put("Content-Type", target.endsWith("/messages") ? "text/plain" : RandomModel.TYPE);
        if (target.endsWith("/pop")) {
            headers.put("Content-Type", "application/json");
        }
        if (body != null && hand.oneIn(10)) {
            headers.put("Expect", hand.cased("100-continue"));
        }
        boolean closes = last;
        if (closes) {
            headers.put("Connection", hand.pick(List.of("close", "Close", "keep-alive, close", "x,close ,y")));
        }
        say(hand.request(method, target, headers, body), status, method.equals("HEAD"), answer -> {
            assertThat(answer.need("X-Request-Id")).isEqualTo(id);
            assertThat(answer.header("Connection")).isEqualTo(closes ? "close" : null);
            check.accept(answer);
        });
    }

    private void say(byte[] request, int status, boolean toHead, Consumer<RawResponse> check) {
        int start = said.size();
        said.writeBytes(request);
        String what = new String(request, 0, Math.min(request.length, 2000), StandardCharsets.ISO_8859_1);
        expected.add(new Expected(what, start, said.size(), status, toHead, check));
    }

    /** Has the server end the connection; what is said afterwards is not heard. */
    private void provoke() {
        if (random.nextBoolean()) {
            String text = hand.pick(MALFORMED).replace("STREAM", hand.pick(model.streams()));
            say(text.getBytes(StandardCharsets.ISO_8859_1), 400, false, answer -> {
                problem("request-malformed").accept(answer);
                assertThat(answer.need("Connection")).isEqualTo("close");
            });
        } else {
            last = true;
            any();
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            said.writeBytes(lost());
        }
    }

    /** An append that is not to be done. */
    private byte[] lost() {
        Map<String, String> headers = Map.of("Host", "leat.localhost", "Content-Type", RandomModel.TYPE);
        return hand.request("POST", hand.pick(model.streams()), headers, new byte[1 + random.nextInt(300)]);
    }

    List<Expected> expected() {
        return expected;
    }

    List<Packet> packets() {
        return packets;
    }

    /** Whether the server ends it after the last answer; if not, the client leaves. */
    boolean isEndedByServer() {
        return endedByServer;
    }

    Departure departure() {
        return departure;
    }

    /** How long the client does not look at the answers, counted in requests of others. */
    int dawdling() {
        return dawdling;
    }

    String describe(Expected one) {
        List<Integer> within = cuts.stream()
                .filter(cut -> cut > one.start() && cut < one.end())
                .map(cut -> cut - one.start())
                .toList();
        return "request " + (expected.indexOf(one) + 1) + " of " + expected.size() + ", cut at " + within + ":\n"
                + one.what() + "\n";
    }
}
