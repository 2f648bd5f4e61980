package dev.leat.bench.queue;

import dev.leat.bench.queue.protocol.AmqpMethod;
import dev.leat.bench.queue.protocol.AmqpOutput;
import dev.leat.bench.queue.protocol.AmqpSession;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A producer with confirms and a consumer on one channel. RabbitMQ hands messages out without being asked, as many as the
 * prefetch allows, so those that come early are held until the next receive. Its acks are not answered, so they count at once.
 */
final class RabbitLink implements QueueLink, AmqpSession.User {
    private static final int MULTIPLE = 1;
    private static final int REQUEUE = 2;

    private final AmqpSession session;
    private final String queue;
    private final String consumer;
    private final User user;
    private final Confirms confirms = new Confirms();
    private final Map<Integer, ByteBuffer> enqueues = new HashMap<>();
    private final StringBuilder body = new StringBuilder();
    private long bodyBytes;
    private long delivered;
    private long taken;
    private int wanted;
    private boolean consuming;
    private boolean resting;
    private boolean confirmed;

    RabbitLink(SelectorLoop loop, InetSocketAddress address, AmqpSession.Login login, ConsumerSlot slot, User user) {
        this.queue = slot.queue();
        this.consumer = slot.consumer();
        this.user = user;
        this.session = new AmqpSession(loop, address, login, this);
        session.call(
                new AmqpOutput()
                        .method(AmqpSession.CHANNEL, AmqpMethod.BASIC_QOS)
                        .int32(0)
                        .int16(slot.most())
                        .int8(0)
                        .end(),
                AmqpMethod.BASIC_QOS_OK);
    }

    @Override
    public void enqueue(int messages) {
        confirms.published(messages);
        session.send(enqueues.computeIfAbsent(messages, this::publishes));
    }

    private ByteBuffer publishes(int messages) {
        AmqpOutput output = new AmqpOutput();
        for (int i = 0; i < messages; i++) {
            output.publish(AmqpSession.CHANNEL, queue, Payload.TEXT);
        }
        return output.bytes();
    }

    @Override
    public void receive(int most) {
        wanted = most;
        if (!consuming) {
            consuming = true;
            session.send(new AmqpOutput()
                    .method(AmqpSession.CHANNEL, AmqpMethod.BASIC_CONSUME)
                    .int16(0)
                    .shortText(queue)
                    .shortText(consumer)
                    .int8(0)
                    .noArguments()
                    .end());
        }
        hand();
    }

    /** Hands on what was asked for, if something is here. */
    private void hand() {
        int here = (int) Math.min(wanted, delivered - taken);
        if (here > 0 && !resting) {
            wanted = 0;
            taken += here;
            user.received(here);
        }
    }

    @Override
    public void ack() {
        settle(AmqpMethod.BASIC_ACK, taken, MULTIPLE);
        user.acked();
    }

    @Override
    public void ackAndReceive(int most) {
        settle(AmqpMethod.BASIC_ACK, taken, MULTIPLE);
        receive(most);
    }

    private void settle(int method, long tag, int how) {
        session.send(new AmqpOutput()
                .method(AmqpSession.CHANNEL, method)
                .int64(tag)
                .int8(how)
                .end());
    }

    @Override
    public void rest() {
        if (!consuming) {
            user.rested();
        } else if (!resting) {
            resting = true;
            session.send(new AmqpOutput()
                    .method(AmqpSession.CHANNEL, AmqpMethod.BASIC_CANCEL)
                    .shortText(consumer)
                    .int8(0)
                    .end());
        }
    }

    private void cancelled() {
        if (delivered > taken) {
            settle(AmqpMethod.BASIC_NACK, delivered, MULTIPLE | REQUEUE);
            taken = delivered;
        }
        consuming = false;
        resting = false;
        wanted = 0;
        user.rested();
    }

    @Override
    public void method(int method, ByteBuffer arguments) {
        if (method == AmqpMethod.BASIC_ACK) {
            confirmed |= confirms.confirmed(arguments.getLong(), arguments.get() != 0);
        } else if (method == AmqpMethod.BASIC_NACK) {
            throw new BenchException("RabbitMQ did not take a message");
        } else if (method == AmqpMethod.BASIC_CANCEL_OK) {
            cancelled();
        }
    }

    @Override
    public void header(long bytes) {
        bodyBytes = bytes;
    }

    @Override
    public void body(ByteBuffer bytes) {
        body.append(StandardCharsets.US_ASCII.decode(bytes));
        if (body.length() == bodyBytes) {
            Payload.check(body.toString());
            body.setLength(0);
            delivered++;
        }
    }

    @Override
    public void caughtUp() {
        if (confirmed) {
            confirmed = false;
            user.enqueued();
        }
        hand();
    }
}
