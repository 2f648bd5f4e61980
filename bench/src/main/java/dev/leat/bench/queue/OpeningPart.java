package dev.leat.bench.queue;

import dev.leat.bench.http.client.Server;
import dev.leat.bench.run.BenchException;
import dev.leat.bench.run.Child;
import dev.leat.bench.run.Measured;
import dev.leat.bench.run.Result;
import dev.leat.bench.run.SelectorLoop;
import dev.leat.bench.run.Unit;
import dev.leat.bench.run.Window;
import dev.leat.bench.server.ServerChild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measurement of how long Leat needs after a kill to be there again with a deep queue: until it is open, and until a message is received. */
final class OpeningPart {
    private static final double SECOND = 1e9;
    private static final long LONGEST_ANSWER = 60_000_000_000L;

    private final Path directory;
    private final QueueSizes amounts;
    private final String queue;
    private final List<Window> opened = new ArrayList<>();
    private final List<Window> received = new ArrayList<>();

    OpeningPart(Path directory, QueueSizes amounts, QueueNames names) {
        this.directory = directory;
        this.amounts = amounts;
        this.queue = names.next();
    }

    List<Result> run(int rounds) {
        String failure = null;
        try {
            serve(this::fill);
            for (int i = 0; i < rounds; i++) {
                serve(this::look);
            }
        } catch (BenchException e) {
            failure = e.getMessage();
        }
        String what = String.format("after a kill, with %,d messages: ", amounts.backlog());
        return List.of(
                new Result(what + "until it is open", Unit.SECONDS, List.of(new Measured(opened, failure))),
                new Result(
                        what + "from there to the first receive",
                        Unit.SECONDS,
                        List.of(new Measured(received, failure))));
    }

    /** What is done with a server before it is killed. */
    private interface Visit {
        void visit(double openSeconds, QueueServer server);
    }

    private void serve(Visit visit) {
        try {
            Child child = Child.start(ServerChild.class, "leat", directory.toString());
            try {
                double seconds = Long.parseLong(told(child, ServerChild.OPENED)) / SECOND;
                String port = told(child, ServerChild.PORT);
                visit.visit(
                        seconds,
                        new LeatQueueServer(Server.parse("leat=http://127.0.0.1:" + port + LeatQueueServer.BASE)));
            } finally {
                child.kill();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted", e);
        }
    }

    private static String told(Child child, String prefix) throws IOException {
        return child.restOf(prefix).orElseThrow(() -> new BenchException("Leat did not start"));
    }

    private void fill(double openSeconds, QueueServer server) {
        BacklogPart.fill(server, queue, amounts.backlog());
    }

    private void look(double openSeconds, QueueServer server) {
        opened.add(Window.of(openSeconds, 0));
        long start = System.nanoTime();
        try (SelectorLoop loop = new SelectorLoop()) {
            First first = new First();
            server.connect(loop, new ConsumerSlot(queue, "c", amounts.batch()), first)
                    .receive(amounts.batch());
            loop.runUntil(() -> first.messages > 0, start + LONGEST_ANSWER);
            if (first.messages == 0) {
                throw new BenchException("there is nothing to receive after a kill");
            }
        }
        received.add(Window.of((System.nanoTime() - start) / SECOND, 0));
    }

    /** Waits for messages and leaves them. */
    private static final class First implements QueueLink.User {
        private int messages;

        @Override
        public void received(int count) {
            messages += count;
        }

        @Override
        public void enqueued() {}

        @Override
        public void acked() {}

        @Override
        public void rested() {}
    }
}
