package dev.leat.bench.queue;

import dev.leat.bench.queue.protocol.RedisCommand;
import dev.leat.bench.queue.protocol.RedisReply;
import dev.leat.bench.queue.protocol.SocketWire;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A consumer of a Redis stream's group. Several messages are several XADDs in one go; an ack is XACK and XDEL. */
final class RedisLink implements QueueLink, SocketWire.Reader {
    static final String GROUP = "workers";
    private static final String WAIT_MILLIS = "1000";

    private enum Doing {
        NOTHING,
        ENQUEUE,
        RECEIVE,
        ACK,
        ACK_AND_RECEIVE
    }

    private final SocketWire wire;
    private final String stream;
    private final String consumer;
    private final User user;
    private final Map<Integer, ByteBuffer> enqueues = new HashMap<>();
    private final Map<Integer, ByteBuffer> receives = new HashMap<>();
    private final List<String> held = new ArrayList<>();
    private Doing doing = Doing.NOTHING;
    private int outstanding;

    RedisLink(SelectorLoop loop, InetSocketAddress address, ConsumerSlot slot, User user) {
        this.wire = SocketWire.open(loop, address, this);
        this.stream = slot.queue();
        this.consumer = slot.consumer();
        this.user = user;
    }

    @Override
    public void enqueue(int messages) {
        ByteBuffer bytes =
                enqueues.computeIfAbsent(messages, n -> RedisCommand.repeat(n, "XADD", stream, "*", "m", Payload.TEXT));
        ask(Doing.ENQUEUE, messages, bytes);
    }

    @Override
    public void receive(int most) {
        ask(Doing.RECEIVE, 1, receives.computeIfAbsent(most, this::receives));
    }

    private ByteBuffer receives(int most) {
        return RedisCommand.of(
                "XREADGROUP",
                "GROUP",
                GROUP,
                consumer,
                "COUNT",
                String.valueOf(most),
                "BLOCK",
                WAIT_MILLIS,
                "STREAMS",
                stream,
                ">");
    }

    @Override
    public void ack() {
        ask(Doing.ACK, 2, RedisCommand.ackAndDelete(stream, GROUP, held));
    }

    /** All three commands in one packet. */
    @Override
    public void ackAndReceive(int most) {
        ByteBuffer receive = receives.computeIfAbsent(most, this::receives);
        ask(Doing.ACK_AND_RECEIVE, 3, RedisCommand.joined(RedisCommand.ackAndDelete(stream, GROUP, held), receive));
    }

    /** Nothing comes that was not asked for. */
    @Override
    public void rest() {
        if (doing == Doing.NOTHING) {
            user.rested();
        }
    }

    private void ask(Doing what, int answers, ByteBuffer bytes) {
        doing = what;
        outstanding = answers;
        wire.send(bytes);
    }

    @Override
    public void take(ByteBuffer bytes) {
        for (RedisReply reply = RedisReply.read(bytes); reply != null; reply = RedisReply.read(bytes)) {
            answered(reply);
        }
    }

    private void answered(RedisReply reply) {
        if (reply instanceof RedisReply.Failure(var message)) {
            throw new BenchException("Redis refused: " + message);
        }
        if (doing == Doing.RECEIVE || (doing == Doing.ACK_AND_RECEIVE && outstanding == 1)) {
            held.clear();
            keep(reply);
        } else if (doing != Doing.ENQUEUE && !reply.equals(new RedisReply.Whole(held.size()))) {
            throw new BenchException("Redis settled " + reply + " of " + held.size() + " messages");
        }
        if (--outstanding == 0) {
            done();
        }
    }

    private void done() {
        Doing was = doing;
        doing = Doing.NOTHING;
        switch (was) {
            case ENQUEUE -> user.enqueued();
            case RECEIVE, ACK_AND_RECEIVE -> user.received(held.size());
            case ACK -> user.acked();
            case NOTHING -> throw new BenchException("Redis sent an answer without a request");
        }
    }

    /** Of one stream, its name and its messages, each an id and its fields. */
    private void keep(RedisReply reply) {
        if (reply instanceof RedisReply.Nil) {
            return;
        }
        for (RedisReply message : items(items(items(reply).getFirst()).get(1))) {
            List<RedisReply> parts = items(message);
            Payload.check(text(items(parts.get(1)).get(1)));
            held.add(text(parts.getFirst()));
        }
    }

    private static List<RedisReply> items(RedisReply reply) {
        if (reply instanceof RedisReply.Items(var values)) {
            return values;
        }
        throw new BenchException("Redis answered " + reply + " where a list was expected");
    }

    private static String text(RedisReply reply) {
        if (reply instanceof RedisReply.Text(var value)) {
            return value;
        }
        throw new BenchException("Redis answered " + reply + " where a text was expected");
    }
}
