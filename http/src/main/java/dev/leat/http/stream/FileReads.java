package dev.leat.http.stream;

import dev.leat.http.exchange.Loop;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limit of concurrent file reads for the followers of one event loop: bytes that were read stay in memory until the
 * loop has sent them, and threads read faster than one loop sends. Used on that loop alone.
 */
final class FileReads {
    private static final int AT_ONCE = 4;

    private final Loop loop;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int running;

    FileReads(Loop loop) {
        this.loop = loop;
    }

    /** Begins a read now or when others have ended. It calls {@link #ended} when its bytes are sent or given up. */
    void begin(Runnable read) {
        if (running < AT_ONCE) {
            running++;
            read.run();
        } else {
            waiting.add(read);
        }
    }

    void ended() {
        Runnable next = waiting.poll();
        if (next == null) {
            running--;
        } else {
            loop.post(next);
        }
    }
}
