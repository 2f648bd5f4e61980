package dev.leat.outbox.invalidation;

import dev.leat.outbox.relay.Relay;
import dev.leat.outbox.sql.Database;
import dev.leat.outbox.sql.Dialect;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Dispatcher of wake-ups to threads that may have something to do: in this process directly, on other nodes of a PostgreSQL by
 * notification. All of it are hints: a thread that misses one finds the rows by polling.
 */
public final class Wakeups implements AutoCloseable {

    /** Kinds of news that wake a thread. */
    enum News {
        EVENTS,
        INVALIDATIONS,
        /** A wait until every node has applied a commit. */
        QUESTION,
        /** A node has told how far it is, because it was asked. */
        ANSWER
    }

    private final Map<String, Relay> relays = new ConcurrentHashMap<>();
    private final List<Consumer<Relay.Wake>> forInvalidations = new CopyOnWriteArrayList<>();
    private final List<Runnable> forQuestions = new CopyOnWriteArrayList<>();
    private final List<Runnable> forAnswers = new CopyOnWriteArrayList<>();
    private final @Nullable Notifier notifier;
    private final @Nullable Listener listener;

    /** @param listen where notifications are listened for; null if they are not */
    public Wakeups(Database database, String namespace, @Nullable DataSource listen) {
        boolean notifies = database.dialect().commitOrder() == Dialect.CommitOrder.SNAPSHOTS;
        Notice.Sender sender = Notice.sender(namespace);
        notifier = notifies ? new Notifier(database, sender) : null;
        listener = notifies && listen != null ? new Listener(listen, sender, this::heard) : null;
    }

    public void onEvents(String route, Relay relay) {
        relays.put(route, relay);
    }

    public void onInvalidations(Consumer<Relay.Wake> wake) {
        forInvalidations.add(wake);
    }

    public void onQuestions(Runnable answer) {
        forQuestions.add(answer);
    }

    public void onAnswers(Runnable read) {
        forAnswers.add(read);
    }

    /** Begins to listen. Sending needs no start. */
    public void start() {
        if (listener != null) {
            listener.start();
        }
    }

    /**
     * A transaction of this process has committed. Other nodes are not notified of events that this node is about to hand on anyway.
     *
     * @param events how many events it wrote
     * @param invalidations whether it wrote invalidations
     * @param shards where the events are, by route; empty if that is not known
     */
    public void committed(UUID commitRef, int events, boolean invalidations, Map<String, Set<Integer>> shards) {
        EnumSet<News> news = EnumSet.noneOf(News.class);
        if (events > 0 && !takenHere(commitRef, events, shards)) {
            news.add(News.EVENTS);
        }
        if (invalidations) {
            wake(EnumSet.of(News.INVALIDATIONS), Relay.Wake.HERE);
            news.add(News.INVALIDATIONS);
        }
        if (!news.isEmpty()) {
            tellOthers(news);
        }
    }

    /** Rows were made ready, and their shards are not known. */
    public void revived() {
        EnumSet<News> news = EnumSet.of(News.EVENTS);
        wake(news, Relay.Wake.HERE);
        tellOthers(news);
    }

    private boolean takenHere(UUID commitRef, int events, Map<String, Set<Integer>> shards) {
        if (shards.isEmpty()) {
            wake(EnumSet.of(News.EVENTS), Relay.Wake.HERE);
            return false;
        }
        boolean all = true;
        for (Map.Entry<String, Set<Integer>> rows : shards.entrySet()) {
            Relay relay = relays.get(rows.getKey());
            all &= relay != null && relay.offer(commitRef, events, rows.getValue());
        }
        return all;
    }

    /** Asks the other nodes how far they are. */
    public void ask() {
        tellOthers(EnumSet.of(News.QUESTION));
    }

    /** Tells the others that this node has said how far it is. */
    public void answered() {
        tellOthers(EnumSet.of(News.ANSWER));
    }

    private void tellOthers(Set<News> news) {
        if (notifier != null) {
            notifier.tell(news);
        }
    }

    private void heard(Set<News> news) {
        wake(news, Relay.Wake.NOTIFY);
    }

    private void wake(Set<News> news, Relay.Wake source) {
        if (news.contains(News.EVENTS)) {
            relays.values().forEach(relay -> relay.wake(source));
        }
        if (news.contains(News.INVALIDATIONS)) {
            forInvalidations.forEach(listener -> listener.accept(source));
        }
        if (news.contains(News.QUESTION)) {
            forQuestions.forEach(Runnable::run);
        }
        if (news.contains(News.ANSWER)) {
            forAnswers.forEach(Runnable::run);
        }
    }

    /** Whether notifications of other nodes arrive at the moment. */
    public boolean isListening() {
        return listener != null && listener.isConnected();
    }

    @Override
    public void close() {
        if (listener != null) {
            listener.close();
        }
        if (notifier != null) {
            notifier.close();
        }
    }
}
