package dev.leat.bench.queue.protocol;

import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.SelectorLoop;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A connection to RabbitMQ with one channel in confirm mode. It is greeted before anything else is done with it. */
public final class AmqpSession implements SocketWire.Reader, AmqpInput.Sink {

    /** The name and password of a user of RabbitMQ. */
    public record Login(String user, String password) {}

    public static final int CHANNEL = 1;
    private static final long LONGEST_ANSWER = 30_000_000_000L;

    /** The receiver of everything that the server sends after the greeting. */
    public interface User extends AmqpInput.Sink {
        /** Called after everything that has arrived was handed on. */
        void caughtUp();
    }

    private final SelectorLoop loop;
    private final SocketWire wire;
    private final Login login;
    private final User user;
    private boolean greeted;
    private int last;

    public AmqpSession(SelectorLoop loop, InetSocketAddress address, Login login, User user) {
        this.loop = loop;
        this.login = login;
        this.user = user;
        this.wire = SocketWire.open(loop, address, this);
        wire.send(AmqpOutput.protocol());
        await(AmqpMethod.CONFIRM_SELECT_OK);
        greeted = true;
    }

    public void send(AmqpOutput output) {
        wire.send(output.bytes());
    }

    public void send(ByteBuffer bytes) {
        wire.send(bytes);
    }

    /** Sends something and waits for its answer. */
    public void call(AmqpOutput output, int answer) {
        last = 0;
        send(output);
        await(answer);
    }

    private void await(int answer) {
        if (!loop.runUntil(() -> last == answer, System.nanoTime() + LONGEST_ANSWER)) {
            throw new BenchException("RabbitMQ does not answer");
        }
    }

    @Override
    public void take(ByteBuffer bytes) {
        AmqpInput.take(bytes, this);
        if (greeted) {
            user.caughtUp();
        }
    }

    @Override
    public void method(int method, ByteBuffer arguments) {
        if (method == AmqpMethod.CONNECTION_CLOSE || method == AmqpMethod.CHANNEL_CLOSE) {
            int code = arguments.getShort();
            throw new BenchException("RabbitMQ refused: " + code + " " + AmqpInput.shortText(arguments));
        }
        last = method;
        if (greeted) {
            user.method(method, arguments);
        } else {
            greet(method, arguments);
        }
    }

    private void greet(int method, ByteBuffer arguments) {
        if (method == AmqpMethod.CONNECTION_START) {
            send(new AmqpOutput()
                    .method(0, AmqpMethod.CONNECTION_START_OK)
                    .noArguments()
                    .shortText("PLAIN")
                    .longText("\0" + login.user() + "\0" + login.password())
                    .shortText("en_US")
                    .end());
        } else if (method == AmqpMethod.CONNECTION_TUNE) {
            tuned(arguments.getShort(), arguments.getInt());
        } else if (method == AmqpMethod.CONNECTION_OPEN_OK) {
            send(new AmqpOutput()
                    .method(CHANNEL, AmqpMethod.CHANNEL_OPEN)
                    .shortText("")
                    .end());
        } else if (method == AmqpMethod.CHANNEL_OPEN_OK) {
            send(new AmqpOutput()
                    .method(CHANNEL, AmqpMethod.CONFIRM_SELECT)
                    .int8(0)
                    .end());
        }
    }

    /** Takes the server's limits, and no heartbeats. */
    private void tuned(int channels, int frameBytes) {
        send(new AmqpOutput()
                .method(0, AmqpMethod.CONNECTION_TUNE_OK)
                .int16(channels)
                .int32(frameBytes)
                .int16(0)
                .end()
                .method(0, AmqpMethod.CONNECTION_OPEN)
                .shortText("/")
                .shortText("")
                .int8(0)
                .end());
    }

    @Override
    public void header(long bodyBytes) {
        user.header(bodyBytes);
    }

    @Override
    public void body(ByteBuffer bytes) {
        user.body(bytes);
    }
}
