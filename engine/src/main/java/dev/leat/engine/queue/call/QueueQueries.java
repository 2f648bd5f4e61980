package dev.leat.engine.queue.call;

import dev.leat.api.Rejection;
import dev.leat.api.queue.GroupName;
import dev.leat.api.queue.MessageId;
import dev.leat.api.queue.MessagePage;
import dev.leat.api.queue.QueueInfo;
import dev.leat.api.queue.QueueName;
import dev.leat.api.queue.QueuePage;
import dev.leat.api.spi.QueueOutcome;
import dev.leat.api.spi.QueueQuery;
import dev.leat.api.spi.Reply;
import dev.leat.engine.queue.codec.StoredMessages;
import dev.leat.engine.queue.delivery.Groups;
import dev.leat.engine.queue.state.DecodedMessageId;
import dev.leat.engine.queue.state.Positions;
import dev.leat.engine.queue.state.Queue;
import dev.leat.engine.queue.state.QueueTable;
import dev.leat.engine.queue.state.QueuedMessage;
import dev.leat.engine.shard.BlockingExecutor;
import dev.leat.engine.shard.Call;
import dev.leat.engine.shard.Decision;
import dev.leat.engine.shard.ReplyCall;
import dev.leat.engine.shard.Shard;
import dev.leat.storage.store.Store;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Queries about one queue that may need the store: the shard looks at its state, then a thread that may block reads the rest. */
public final class QueueQueries {
    /** How many times a query reads missing messages. */
    private static final int ROUNDS = 4;

    private final Shard home;
    private final QueueTable table;
    private final Store store;
    private final BlockingExecutor blocking;
    private final QueueName name;

    public QueueQueries(Shard home, QueueTable table, Store store, BlockingExecutor blocking, QueueName name) {
        this.home = home;
        this.table = table;
        this.store = store;
        this.blocking = blocking;
        this.name = name;
    }

    /** The part of a query that looks at the state of a queue, on the thread of its shard. */
    public interface Look<O> {
        Decision<O> at(Queue queue, long now);
    }

    public <O> void look(Look<O> look, Reply<? super O> reply) {
        home.submit(
                new QueueCall<>(table, name, look, (queue, body, changes) -> body.at(queue, changes.time()), 0, reply));
    }

    private <O> void look(Look<O> look, Reply<?> asked, Consumer<O> then) {
        look(look, new Reply<O>() {
            @Override
            public void answered(O outcome) {
                then.accept(outcome);
            }

            @Override
            public void refused(Rejection rejection) {
                asked.refused(rejection);
            }
        });
    }

    private void patiently(Runnable work, Reply<?> asked) {
        blocking.run(work, asked);
    }

    private StoredMessages stored() {
        return new StoredMessages(store);
    }

    /** Finds the position at which a group starts, and passes it on. */
    public void search(GroupHandler.GroupStartSearch search, Reply<?> asked, Consumer<Groups.GroupStartPosition> then) {
        this.<Groups.GroupStartPosition>look(
                (queue, now) -> Decision.accept(search.look(queue, now)),
                asked,
                seen -> patiently(() -> then.accept(search.complete(seen, stored())), asked));
    }

    public void browse(QueueQuery.Browse query, Reply<? super MessagePage> reply) {
        MessagePageBuilder pages = MessagePageBuilder.of(query);
        if (pages == null) {
            reply.refused(new Rejection.BadArgument("not a page cursor: " + query.after()));
        } else {
            browse(query, pages, new MessageViews.LoadedMessages(), ROUNDS, reply);
        }
    }

    private void browse(
            QueueQuery.Browse query,
            MessagePageBuilder pages,
            MessageViews.LoadedMessages loaded,
            int rounds,
            Reply<? super MessagePage> reply) {
        Look<MessagePageBuilder.Result> look = (queue, now) -> {
            GroupName group = query.group();
            if (group != null && queue.groups.get(group) == null) {
                return Decision.reject(new Rejection.GroupNotFound(name, group));
            }
            return Decision.accept(pages.look(queue, now, loaded, rounds > 0));
        };
        look(look, reply, result -> {
            MessagePage page = result.page();
            if (page != null) {
                reply.answered(page);
            } else {
                Runnable read = () -> {
                    loaded.read(result.queue(), result.missing(), stored());
                    browse(query, pages, loaded, rounds - 1, reply);
                };
                patiently(read, reply);
            }
        });
    }

    public void find(MessageId id, Reply<? super QueueOutcome.Found> reply) {
        locate(
                id,
                reply,
                (queue, at) -> show(
                        id,
                        message -> message.id().encoded().equals(id),
                        new MessageViews.LoadedMessages(),
                        at,
                        ROUNDS,
                        reply));
    }

    /** Finds a message by its seq, which is its position in a queue without priorities. */
    public void find(long seq, Reply<? super QueueOutcome.Found> reply) {
        MessageId none = new MessageId(Long.toString(seq));
        Look<MessageLocation> look = (queue, now) -> {
            long at = Positions.first(0) + seq;
            if (queue.config.priority()) {
                return Decision.reject(
                        new Rejection.BadArgument("a message of a queue with priorities is found by its id"));
            }
            return seq < 0 || !queue.has(at)
                    ? Decision.reject(new Rejection.MessageNotFound(name, none))
                    : Decision.accept(new MessageLocation(queue.number, at));
        };
        look(
                look,
                reply,
                seen -> show(none, message -> true, new MessageViews.LoadedMessages(), seen.at(), ROUNDS, reply));
    }

    /** @param id for the rejection if the message is absent */
    private void show(
            MessageId id,
            Predicate<QueuedMessage> meant,
            MessageViews.LoadedMessages loaded,
            long at,
            int rounds,
            Reply<? super QueueOutcome.Found> reply) {
        Look<Shown> look = (queue, now) -> {
            MessageViews views = new MessageViews(queue, now, loaded);
            QueuedMessage message = views.message(at);
            QueueOutcome.Found found = message == null ? null : new QueueOutcome.Found(views.of(message, null));
            boolean complete = views.missing.isEmpty() || rounds == 0;
            if (complete && (message == null || !meant.test(message) || !queue.has(at))) {
                return Decision.reject(new Rejection.MessageNotFound(name, id));
            }
            return Decision.accept(new Shown(complete ? found : null, queue.number, new TreeSet<>(views.missing)));
        };
        look(look, reply, shown -> {
            QueueOutcome.Found found = shown.found();
            if (found != null) {
                reply.answered(found);
            } else {
                Runnable read = () -> {
                    loaded.read(shown.queue(), shown.missing(), stored());
                    show(id, meant, loaded, at, rounds - 1, reply);
                };
                patiently(read, reply);
            }
        });
    }

    /** The result, or the positions of messages that have to be read first. */
    private record Shown(QueueOutcome.@Nullable Found found, long queue, Set<Long> missing) {}

    /** Receiver of the position of a message. */
    public interface Located {
        void at(long queue, long at);
    }

    /** Finds the position of a message. If messages were transferred to this queue, those are searched by id as well. */
    public void locate(MessageId id, Reply<?> asked, Located then) {
        DecodedMessageId decoded = DecodedMessageId.of(id);
        if (decoded == null) {
            asked.refused(new Rejection.MessageNotFound(name, id));
            return;
        }
        Look<MessageLocation> look = (queue, now) -> {
            MessageLocation seen = MessageLocation.of(queue, decoded);
            return seen == null ? Decision.reject(new Rejection.MessageNotFound(name, id)) : Decision.accept(seen);
        };
        look(look, asked, seen -> {
            if (seen.at() >= 0) {
                then.at(seen.queue(), seen.at());
            } else {
                patiently(() -> locateStored(seen, decoded, id, asked, then), asked);
            }
        });
    }

    /** Finds the message in the store. The store may still have it at an older position, so the shard has the last word. */
    private void locateStored(
            MessageLocation seen, DecodedMessageId decoded, MessageId id, Reply<?> asked, Located then) {
        List<Long> places =
                stored().places(seen.queue(), message -> message.id().equals(decoded));
        Look<MessageLocation> look = (queue, now) -> {
            Optional<Long> there = places.stream().filter(queue::has).findFirst();
            return queue.number == seen.queue() && there.isPresent()
                    ? Decision.accept(new MessageLocation(queue.number, there.get()))
                    : Decision.reject(new Rejection.MessageNotFound(name, id));
        };
        look(look, asked, found -> then.at(found.queue(), found.at()));
    }

    /** Describes some queues of a shard. */
    public static Call infos(QueueTable table, List<QueueName> names, Reply<? super List<QueueInfo>> reply) {
        return ReplyCall.of(
                changes -> Decision.accept(names.stream()
                        .map(table::find)
                        .filter(Objects::nonNull)
                        .map(QueueInfos::of)
                        .toList()),
                reply);
    }

    /**
     * Collector of the queues of several shards. It replies when the last shard has replied; a queue that was deleted meanwhile is left
     * out.
     */
    public static final class QueueListing {
        private final ConcurrentSkipListMap<QueueName, QueueInfo> infos = new ConcurrentSkipListMap<>();
        private final AtomicInteger open;
        private final boolean more;
        private final Reply<? super QueuePage> reply;

        public QueueListing(int shards, boolean more, Reply<? super QueuePage> reply) {
            this.open = new AtomicInteger(shards);
            this.more = more;
            this.reply = reply;
        }

        /** Returns the reply for one shard. */
        public Reply<List<QueueInfo>> shard() {
            return new Reply<>() {
                @Override
                public void answered(List<QueueInfo> found) {
                    found.forEach(info -> infos.put(info.queue(), info));
                    if (open.decrementAndGet() == 0) {
                        reply.answered(new QueuePage(List.copyOf(infos.values()), more));
                    }
                }

                @Override
                public void refused(Rejection rejection) {
                    if (open.getAndSet(Integer.MIN_VALUE) > 0) {
                        reply.refused(rejection);
                    }
                }
            };
        }
    }

    /**
     * Positions of a message in a queue.
     *
     * @param queue the number of the queue
     * @param at -1 if the message is not in memory and may have been transferred here
     */
    record MessageLocation(long queue, long at) {

        /** Returns the location; null if the message is absent. */
        static @Nullable MessageLocation of(Queue queue, DecodedMessageId id) {
            if (id.queue() == queue.number && queue.has(id.at())) {
                return new MessageLocation(queue.number, id.at());
            }
            if (!queue.hasTransferred) {
                return null;
            }
            Long moved = queue.resident.moved(id);
            if (moved == null && queue.isInMemory()) {
                return null;
            }
            return new MessageLocation(queue.number, moved == null ? -1 : moved);
        }
    }
}
