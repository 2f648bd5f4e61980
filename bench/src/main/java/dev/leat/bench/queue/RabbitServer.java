package dev.leat.bench.queue;

import dev.leat.bench.queue.protocol.AmqpMethod;
import dev.leat.bench.queue.protocol.AmqpOutput;
import dev.leat.bench.queue.protocol.AmqpSession;
import dev.leat.bench.run.SelectorLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * RabbitMQ: durable queues and persistent messages.
 *
 * @param type what RabbitMQ calls the kind of its queues, such as {@code classic} or {@code quorum}
 */
record RabbitServer(String name, InetSocketAddress address, AmqpSession.Login login, String type)
        implements QueueServer {
    private static final int DURABLE = 2;

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
        try (SelectorLoop loop = new SelectorLoop()) {
            new AmqpSession(loop, address, login, new Silent()).call(output, answer);
        }
    }

    @Override
    public QueueLink connect(SelectorLoop loop, ConsumerSlot slot, QueueLink.User user) {
        return new RabbitLink(loop, address, login, slot, user);
    }

    /** A user of a session that waits for answers only. */
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
