package dev.leat.bench.http;

import dev.leat.bench.run.Loop;
import java.nio.ByteBuffer;

/** Waits for every message of a stream, in order. */
final class Follower implements Exchange {
    private final Server server;
    private final String stream;
    private final Live live;
    private final Course course;
    private final Connection connection;
    private boolean connected;
    private int expected;
    private int digits = -1;
    private int number;
    private long refused;

    Follower(Loop loop, Server server, String stream, Live live, Course course) {
        this.server = server;
        this.stream = stream;
        this.live = live;
        this.course = course;
        expected = course.nextNumber();
        connected = live == Live.LONG_POLL;
        connection = Connection.open(loop, server, this);
        follow(course.offsetOf(expected), "");
    }

    /** Whether the server has begun to answer, if it does so before there is something to tell. */
    boolean isConnected() {
        return connected;
    }

    boolean isUpToDate() {
        return expected == course.nextNumber();
    }

    long refused() {
        return refused;
    }

    private void follow(String offset, String cursor) {
        connection.send(Request.read(server, stream, live.query(offset, cursor)));
    }

    @Override
    public void head(Connection from) {
        connected |= from.response().isGood();
    }

    @Override
    public void body(Connection from, ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (next == Course.MARK) {
                digits = 0;
                number = 0;
            } else if (digits >= 0) {
                digit(next);
            }
        }
    }

    private void digit(byte next) {
        number = number * 10 + next - '0';
        if (++digits == Course.DIGITS) {
            digits = -1;
            arrived();
        }
    }

    /** One that came before a new connection may come again; one that is missing shows in what was delivered. */
    private void arrived() {
        if (number >= expected) {
            course.delivered(number);
            expected = number + 1;
        }
    }

    @Override
    public void answered(Connection from) {
        Response response = from.response();
        if (!response.isGood()) {
            broken(from);
        } else if (live == Live.LONG_POLL) {
            follow(response.nextOffset(), response.cursor());
        } else {
            follow(course.offsetOf(expected), ""); // servers end such answers from time to time
        }
    }

    @Override
    public void broken(Connection from) {
        refused++;
        digits = -1;
        follow(course.offsetOf(expected), "");
    }
}
