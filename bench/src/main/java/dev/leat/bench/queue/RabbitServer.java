package dev.leat.bench.queue;

import dev.leat.bench.run.Loop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * RabbitMQ: durable queues and persistent messages.
 *
 * @param type what RabbitMQ calls the kind of its queues, such as {@code classic} or {@code quorum}
 */
record RabbitServer(String name, InetSocketAddress address, Login login, String type) implements QueueServer {
    private static final int DURABLE = 2;

    record Login(String user, String password) {}

    @Override
    public void create(String queue) {
        call(
                new AmqpOutput()
                        .method(AmqpSession.CHANNEL, AmqpMethod.QUEUE_DECLARE)
                        .int16(0)
                        .shortText(queue)
                        .int8(DURABLE)
                        .argument("x-queue-type", type)
                        .end(),
                AmqpMethod.QUEUE_DECLARE_OK);
    }

    @Override
    public void delete(String queue) {
        call(
                new AmqpOutput()
                        .method(AmqpSession.CHANNEL, AmqpMethod.QUEUE_DELETE)
                        .int16(0)
                        .shortText(queue)
                        .int8(0)
                        .end(),
                AmqpMethod.QUEUE_DELETE_OK);
    }

    private void call(AmqpOutput output, int answer) {
        try (Loop loop = new Loop()) {
            new AmqpSession(loop, address, login, new Silent()).call(output, answer);
        }
    }

    @Override
    public Link connect(Loop loop, Seat seat, Link.User user) {
        return new RabbitLink(loop, address, login, seat, user);
    }

    /** Somebody who waits for answers only. */
    private record Silent() implements AmqpSession.User {
        @Override
        public void method(int method, ByteBuffer arguments) {}

        @Override
        public void header(long bodyBytes) {}

        @Override
        public void body(ByteBuffer bytes) {}

        @Override
        public void caughtUp() {}
    }
}
