package dev.leat.http.stream;

import dev.leat.api.spi.Engine;
import dev.leat.api.stream.StreamPath;
import dev.leat.http.exchange.Loop;
import dev.leat.http.exchange.ServerContext;
import dev.leat.http.exchange.SharedBytes;
import dev.leat.http.exchange.UnsentBytes;
import dev.leat.http.metrics.HttpMetrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The feeds of all followed streams. */
final class Feeds {
    private final Engine engine;
    private final ServerContext context;
    private final Map<StreamPath, Feed> feeds = new ConcurrentHashMap<>();
    private final Map<Loop, FileReads> fileReads = new ConcurrentHashMap<>();
    private final HttpMetrics metrics;
    private volatile boolean draining;

    Feeds(Engine engine, ServerContext context) {
        this.engine = engine;
        this.context = context;
        this.metrics = context.metrics();
    }

    UnsentBytes unsent() {
        return context.unsent();
    }

    SharedBytes.Maker sharing() {
        return context.sharedBytes();
    }

    HttpMetrics metrics() {
        return metrics;
    }

    /** Returns the reads of files that followers on a loop need. On that loop. */
    FileReads fileReads(Loop loop) {
        return fileReads.computeIfAbsent(loop, FileReads::new);
    }

    boolean isDraining() {
        return draining;
    }

    /** Adds a follower of a stream, on its loop. From now on it hears of every batch. */
    FollowerGroup join(StreamPath path, LiveReader reader, Loop loop) {
        AtomicBoolean isNew = new AtomicBoolean();
        FollowerGroup[] joined = new FollowerGroup[1];
        Feed feed = feeds.compute(path, (key, existing) -> {
            Feed found = existing;
            if (found == null) {
                found = new Feed(this, engine, context, key, loop);
                isNew.set(true);
            }
            joined[0] = group(found, loop);
            joined[0].add(reader);
            return found;
        });
        if (isNew.get()) {
            feed.start();
        }
        return joined[0];
    }

    private static FollowerGroup group(Feed feed, Loop loop) {
        for (FollowerGroup group : feed.groups()) {
            if (group.loop().equals(loop)) {
                return group;
            }
        }
        FollowerGroup group = new FollowerGroup(feed, loop);
        feed.groups().add(group);
        return group;
    }

    /** On the group's loop. */
    void leave(FollowerGroup group, LiveReader reader) {
        Feed feed = group.feed();
        if (!group.remove(reader)) {
            return;
        }
        feeds.compute(feed.path(), (key, existing) -> {
            feed.groups().remove(group);
            if (!feed.groups().isEmpty()) {
                return existing;
            }
            feed.stop();
            return existing == feed ? null : existing;
        });
    }

    /** Removes a feed; later followers of the stream get another one. */
    void forget(Feed feed) {
        feeds.remove(feed.path(), feed);
    }

    void drain() {
        draining = true;
        for (Feed feed : feeds.values()) {
            for (FollowerGroup group : feed.groups()) {
                group.loop().post(group::drain);
            }
        }
    }
}
