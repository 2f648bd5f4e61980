package dev.leat.bench.queue;

import dev.leat.bench.queue.protocol.RedisCommand;
import dev.leat.bench.queue.protocol.RedisReply;
import dev.leat.bench.queue.protocol.SocketWire;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Redis: a queue is a stream with one group. Whether it is durable is in its own hands: {@code appendfsync always}. */
final class RedisServer implements QueueServer {
    private static final long LONGEST_ANSWER = 30_000_000_000L;

    private final String name;
    private final InetSocketAddress address;

    RedisServer(String name, InetSocketAddress address) {
        this.name = name;
        this.address = address;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void create(String queue) {
        call(RedisCommand.of("XGROUP", "CREATE", queue, RedisLink.GROUP, "$", "MKSTREAM"));
    }

    @Override
    public void delete(String queue) {
        call(RedisCommand.of("DEL", queue));
    }

    private void call(ByteBuffer command) {
        List<RedisReply> replies = new ArrayList<>();
        try (SelectorLoop loop = new SelectorLoop()) {
            SocketWire wire = SocketWire.open(loop, address, bytes -> {
                RedisReply reply = RedisReply.read(bytes);
                if (reply != null) {
                    replies.add(reply);
                }
            });
            wire.send(command);
            loop.runUntil(() -> !replies.isEmpty(), System.nanoTime() + LONGEST_ANSWER);
        }
        if (replies.isEmpty() || replies.getFirst() instanceof RedisReply.Failure) {
            throw new BenchException(name + " answered " + replies);
        }
    }

    @Override
    public QueueLink connect(SelectorLoop loop, ConsumerSlot slot, QueueLink.User user) {
        return new RedisLink(loop, address, slot, user);
    }
}
