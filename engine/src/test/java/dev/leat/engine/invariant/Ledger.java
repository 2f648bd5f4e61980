package dev.leat.engine.invariant;

import dev.leat.api.stream.StreamPath;
import dev.leat.engine.model.StreamModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the callers of an engine know: what they sent, what was promised to them, and what they saw. */
public final class Ledger {
    public final Map<String, Page> pages = new TreeMap<>();

    /** Messages whose append was refused: they must not be anywhere, unless they are sent again. */
    public final Set<String> refused = new HashSet<>();

    /** In which order messages were sent first. */
    public final Map<String, Integer> sent = new HashMap<>();

    public enum State {
        ABSENT,
        LIVE,
        ENDED
    }

    /** What is known of the stream at a path. */
    public static final class Page {
        public final StreamPath path;
        public State state = State.ABSENT;
        public long incarnation;
        public long until = Long.MAX_VALUE;
        public long sourceIncarnation;
        public List<StreamModel.Text> inherited = List.of();
        public List<StreamModel.Text> seen = List.of();
        public boolean seenClosed;
        public boolean closing;
        public int pending;
        public int exclusive;

        /** How many forks of it are on their way: meanwhile nobody puts another stream in its place. */
        public int forking;

        /** Where each acknowledged message ends; -1 if only a repeat of it was acknowledged. */
        final Map<String, Long> acknowledged = new LinkedHashMap<>();

        public final Map<String, Client> clients = new TreeMap<>();

        public Page(StreamPath path) {
            this.path = path;
        }

        public void begin(long newIncarnation) {
            state = State.LIVE;
            incarnation = newIncarnation;
            until = Long.MAX_VALUE;
            sourceIncarnation = 0;
            inherited = List.of();
            seen = List.of();
            seenClosed = false;
            closing = false;
            acknowledged.clear();
            clients.clear();
        }

        public boolean isLive(long now) {
            return state == State.LIVE && now < until;
        }

        /** The position where the stream's own messages begin. */
        long base() {
            return inherited.isEmpty() ? 0 : inherited.get(inherited.size() - 1).end();
        }

        public void acknowledge(String message, long end) {
            acknowledged.merge(message, end, Math::max);
        }
    }

    /** A producer that sends several appends at once and repeats, in order, what was not acknowledged. */
    public static final class Client {
        public final String id;
        public long epoch;
        public long next;
        public int pending;
        public final TreeMap<Long, String> unacknowledged = new TreeMap<>();
        public final Set<Long> toRepeat = new HashSet<>();

        public Client(String id) {
            this.id = id;
        }
    }

    /** What a read of a whole stream found; a stream that is not there has no messages. */
    public record Content(
            long incarnation,
            List<StreamModel.Text> messages,
            boolean closed,
            @Nullable String refusal) {
        public static Content refused(String why) {
            return new Content(0, List.of(), false, why);
        }

        long tail() {
            return messages.isEmpty() ? 0 : messages.get(messages.size() - 1).end();
        }

        List<String> own(Page page) {
            List<String> own = new ArrayList<>();
            for (StreamModel.Text text : messages) {
                if (text.start() >= page.base()) {
                    own.add(text.value());
                }
            }
            return own;
        }
    }

    /** A promise of the engine. */
    public interface Promise {
        /** Throws an {@link AssertionError} if what was found in a stream that must be live breaks the promise. */
        void check(Ledger ledger, Page page, Content content);
    }
}
