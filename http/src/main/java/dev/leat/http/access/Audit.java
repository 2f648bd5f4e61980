package dev.leat.http.access;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Log of refused accesses: one line each on the logger {@code dev.leat.audit}. An address that is refused very often
 * within one second gets a few lines and then a count, so that a client can neither fill the disk nor hide among lines
 * that it causes itself.
 */
public final class Audit {
    static final int LINES_PER_SECOND = 10;
    static final int REMOTES_PER_SECOND = 200;

    private static final String OTHERS = "others";

    private final InstantSource clock;
    private final Executor later;
    private final Consumer<String> log;
    private Map<String, Count> counts = new LinkedHashMap<>();
    private long second;
    private boolean flushing;

    private static final class Count {
        private int lines;
        private int leftOut;
    }

    /**
     * A refused access. Everything here may come from a client, except for the reason.
     *
     * @param reason why; never a credential or a part of one
     * @param action null if it did not come to that
     * @param caller the caller's name, null if it is not known
     * @param remote the address of the connection
     * @param request the id of the request, null if it has none
     */
    public record Refusal(
            String reason,
            @Nullable Action action,
            String path,
            @Nullable String caller,
            String remote,
            @Nullable String request) {

        String line() {
            return "refused reason=" + quoted(reason, 128)
                    + " action=" + (action == null ? "-" : action.word())
                    + " path=" + quoted(path, 256)
                    + " caller=" + quoted(caller, 160)
                    + " remote=" + quoted(remote, 64)
                    + " request=" + quoted(request, 64);
        }
    }

    public Audit() {
        this(
                InstantSource.system(),
                CompletableFuture.delayedExecutor(1100, TimeUnit.MILLISECONDS),
                LoggerFactory.getLogger("dev.leat.audit")::info);
    }

    /** @param later runs something when the next second has begun */
    Audit(InstantSource clock, Executor later, Consumer<String> log) {
        this.clock = clock;
        this.later = later;
        this.log = log;
    }

    /** Logs a line, unless this address already had its lines of this second. */
    public void refused(Refusal refusal) {
        List<String> lines = new ArrayList<>();
        synchronized (this) {
            startSecond(lines);
            if (admit(refusal.remote())) {
                lines.add(refusal.line());
            }
        }
        lines.forEach(log); // outside of the lock, because a log may block
    }

    private void startSecond(List<String> lines) {
        long now = Math.floorDiv(clock.millis(), 1000L);
        if (now != second) {
            second = now;
            flushing = false;
            countLeftOut(lines);
        }
    }

    private boolean admit(String remote) {
        String key = counts.containsKey(remote) || counts.size() < REMOTES_PER_SECOND ? remote : OTHERS;
        Count count = counts.computeIfAbsent(key, unused -> new Count());
        if (count.lines < LINES_PER_SECOND) {
            count.lines++;
            return true;
        }
        count.leftOut++;
        if (!flushing) {
            flushing = true;
            later.execute(this::flush);
        }
        return false;
    }

    /** Logs the counts of left-out lines once the second has ended, also if no further refusal follows. */
    private void flush() {
        List<String> lines = new ArrayList<>();
        synchronized (this) {
            startSecond(lines); // not before the second has ended: that would give each address new lines
        }
        lines.forEach(log);
    }

    private void countLeftOut(List<String> lines) {
        counts.forEach((remote, count) -> {
            if (count.leftOut > 0) {
                lines.add("refused " + count.leftOut + " more times remote=" + quoted(remote, 64));
            }
        });
        counts = new LinkedHashMap<>();
    }

    private static String quoted(@Nullable String text, int length) {
        return text == null ? "-" : '"' + Printable.text(text, length) + '"';
    }
}
