package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpConnection;
import dev.leat.bench.http.client.HttpExchange;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.SelectorLoop;
import java.nio.ByteBuffer;

/** Waits for every message of a stream, in order. */
final class StreamFollower implements HttpExchange {
    private final Server server;
    private final String stream;
    private final FollowMode live;
    private final AppendSchedule course;
    private final HttpConnection connection;
    private boolean connected;
    private int expected;
    private int digits = -1;
    private int number;
    private long refused;

    StreamFollower(SelectorLoop loop, Server server, String stream, FollowMode live, AppendSchedule course) {
        this.server = server;
        this.stream = stream;
        this.live = live;
        this.course = course;
        expected = course.nextNumber();
        connected = live == FollowMode.LONG_POLL;
        connection = HttpConnection.open(loop, server, this);
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
        connection.send(HttpRequest.read(server, stream, live.query(offset, cursor)));
    }

    @Override
    public void head(HttpConnection from) {
        connected |= from.response().isGood();
    }

    @Override
    public void body(HttpConnection from, ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (next == AppendSchedule.MARK) {
                digits = 0;
                number = 0;
            } else if (digits >= 0) {
                digit(next);
            }
        }
    }

    private void digit(byte next) {
        number = number * 10 + next - '0';
        if (++digits == AppendSchedule.DIGITS) {
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
    public void answered(HttpConnection from) {
        HttpResponse response = from.response();
        if (!response.isGood()) {
            broken(from);
        } else if (live == FollowMode.LONG_POLL) {
            follow(response.nextOffset(), response.cursor());
        } else {
            follow(course.offsetOf(expected), ""); // servers end such answers from time to time
        }
    }

    @Override
    public void broken(HttpConnection from) {
        refused++;
        digits = -1;
        follow(course.offsetOf(expected), "");
    }
}
