package dev.leat.bench.queue;

import dev.leat.bench.http.client.HttpConnection;
import dev.leat.bench.http.client.HttpExchange;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A worker at a queue of Leat: one request for each of enqueue, receive and ack, however many messages that is. */
final class LeatLink implements QueueLink, HttpExchange {

    private static final int FIRST_BYTES = 1 << 10;

    private enum Doing {
        NOTHING,
        ENQUEUE,
        RECEIVE,
        ACK,
        ACK_AND_RECEIVE
    }

    private final HttpConnection connection;
    private final Server server;
    private final String queue;
    private final String consumer;
    private final User user;
    private final Map<Integer, HttpRequest> enqueues = new HashMap<>();
    private final Map<Integer, HttpRequest> receives = new HashMap<>();
    private byte[] answer = new byte[FIRST_BYTES];
    private int length;
    private List<String> held = List.of();
    private Doing doing = Doing.NOTHING;

    LeatLink(SelectorLoop loop, Server server, ConsumerSlot slot, User user) {
        this.server = server;
        this.queue = slot.queue();
        this.consumer = slot.consumer();
        this.user = user;
        this.connection = HttpConnection.open(loop, server, this);
    }

    @Override
    public void enqueue(int messages) {
        ask(Doing.ENQUEUE, enqueues.computeIfAbsent(messages, this::enqueues));
    }

    private HttpRequest enqueues(int messages) {
        if (messages == 1) {
            return HttpRequest.post(server, queue + "/messages", HttpRequest.TEXT, ascii(Payload.TEXT));
        }
        String each = "{\"payload\":\"" + Payload.TEXT + "\",\"contentType\":\"text/plain\"}";
        return json("messages:batch", "{\"messages\":[" + (each + ",").repeat(messages - 1) + each + "]}");
    }

    @Override
    public void receive(int most) {
        ask(Doing.RECEIVE, receives.computeIfAbsent(most, this::receives));
    }

    private HttpRequest receives(int most) {
        return json("receive", "{" + asked(most) + "}");
    }

    private String asked(int most) {
        return "\"consumer\":\"" + consumer + "\",\"max\":" + most + ",\"wait\":\"1s\"";
    }

    @Override
    public void ackAndReceive(int most) {
        String ids = "[\"" + String.join("\",\"", held) + "\"]";
        ask(Doing.ACK_AND_RECEIVE, json("receive", "{" + asked(most) + ",\"acks\":" + ids + "}"));
    }

    @Override
    public void ack() {
        ask(Doing.ACK, held.size() == 1 ? json("ack", named(held.getFirst())) : json("settle", all()));
    }

    private String all() {
        StringBuilder all = new StringBuilder("{\"settlements\":[");
        for (String id : held) {
            all.append("{\"ack\":").append(named(id)).append("},");
        }
        all.setLength(all.length() - 1);
        return all.append("]}").toString();
    }

    private static String named(String deliveryId) {
        return "{\"deliveryId\":\"" + deliveryId + "\"}";
    }

    /** Nothing comes that was not asked for. */
    @Override
    public void rest() {
        if (doing == Doing.NOTHING) {
            user.rested();
        }
    }

    private HttpRequest json(String what, String body) {
        return HttpRequest.post(server, queue + "/" + what, HttpRequest.JSON, ascii(body));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void ask(Doing what, HttpRequest request) {
        doing = what;
        length = 0;
        connection.send(request);
    }

    @Override
    public void body(HttpConnection from, ByteBuffer bytes) {
        int more = bytes.remaining();
        if (length + more > answer.length) {
            answer = Arrays.copyOf(answer, 2 * (length + more));
        }
        bytes.get(answer, length, more);
        length += more;
    }

    @Override
    public void answered(HttpConnection from) {
        if (!from.response().isGood()) {
            throw new BenchException(
                    server.name() + " answered " + from.response().status() + " to " + doing + ": " + answer());
        }
        Doing was = doing;
        doing = Doing.NOTHING;
        switch (was) {
            case ENQUEUE -> user.enqueued();
            case RECEIVE -> received();
            case ACK -> {
                LeatAnswers.checkAcked(answer(), held.size());
                user.acked();
            }
            case ACK_AND_RECEIVE -> {
                LeatAnswers.checkAcked(answer(), held.size());
                received();
            }
            case NOTHING -> throw new BenchException(server.name() + " sent an answer without a request");
        }
    }

    private void received() {
        held = LeatAnswers.deliveries(answer());
        user.received(held.size());
    }

    private String answer() {
        return new String(answer, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void broken(HttpConnection from) {
        throw new BenchException(server.name() + " closed a connection with an answer outstanding");
    }
}
