package dev.leat.bench.http;

import dev.leat.bench.http.client.HttpCaller;
import dev.leat.bench.http.client.HttpRequest;
import dev.leat.bench.http.client.HttpResponse;
import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The streams of one run at one server; removed when closed. */
final class ScratchStreams implements AutoCloseable {
    private static final int CLEANERS = 16;
    private static final double LONGEST_CLEANING = 20;

    private final Server server;
    private final String prefix;
    private final Deque<String> streams = new ArrayDeque<>();
    private int next;

    ScratchStreams(Server server, String prefix) {
        this.server = server;
        this.prefix = prefix;
    }

    Server server() {
        return server;
    }

    /** Returns a path that is not in use. */
    String path(String name) {
        String path = prefix + "/" + name + "-" + next++;
        streams.add(path);
        return path;
    }

    /** Creates a stream, so that a missing permission shows before the measurement. */
    void requireWelcome() {
        create("probe", HttpRequest.OCTETS);
    }

    /** Makes a stream. */
    String create(String name, String contentType) {
        return create(name, contentType, 1).get(0);
    }

    /** Makes some streams. */
    List<String> create(String name, String contentType, int count) {
        List<String> made = new ArrayList<>();
        try (HttpCaller caller = new HttpCaller(server)) {
            for (int i = 0; i < count; i++) {
                String path = path(name);
                caller.call(HttpRequest.create(server, path, contentType));
                made.add(path);
            }
        }
        return made;
    }

    /** Deletes what was made, as far as that goes: nothing is measured any more. */
    @Override
    public void close() {
        try (ClosedLoop loop = new ClosedLoop(
                server,
                IntStream.range(0, CLEANERS).mapToObj(i -> new Cleaner()).toList(),
                1)) {
            loop.run(LONGEST_CLEANING);
        } catch (BenchException e) {
            streams.clear(); // it is not there any more, or does not delete
        }
    }

    private final class Cleaner implements ClosedLoop.Client {
        @Override
        public @Nullable HttpRequest next() {
            String path = streams.poll();
            return path == null ? null : HttpRequest.delete(server, path);
        }

        @Override
        public long answered(HttpResponse response) {
            return 1;
        }
    }
}
