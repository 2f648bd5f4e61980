package dev.leat.http.fault;

import dev.leat.http.raw.RawConnection;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends one byte after the other, without end and never silent for long, as somebody does who wants to keep a connection for himself.
 * Ends when the server does not take any more.
 */
final class Dripping implements AutoCloseable {
    private static final long PAUSE_MILLIS = 20;

    private final AtomicInteger sent = new AtomicInteger();
    private final Thread thread;

    /** @param start what comes first, byte by byte as well; then the same letter again and again */
    Dripping(RawConnection connection, String start) {
        this.thread = Thread.ofVirtual().start(() -> drip(connection, start));
    }

    private void drip(RawConnection connection, String start) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                int at = sent.get();
                connection.send(at < start.length() ? start.substring(at, at + 1) : "x");
                sent.incrementAndGet();
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt(); // the server has enough, or the test has
        }
    }

    /** How many bytes were sent. */
    int sent() {
        return sent.get();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
