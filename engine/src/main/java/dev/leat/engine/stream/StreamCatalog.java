package dev.leat.engine.stream;

import dev.leat.api.spi.Query;
import dev.leat.api.stream.StreamInfo;
import dev.leat.api.stream.StreamPage;
import dev.leat.api.stream.StreamPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The streams that readers can find: those whose creation is durable, of all shards. Shards write, any thread reads. */
public final class StreamCatalog {
    private final Map<StreamPath, StreamState> byPath = new ConcurrentHashMap<>();
    private final NavigableMap<String, StreamState> inOrder = new ConcurrentSkipListMap<>();
    private final Map<Long, StreamState> sources = new ConcurrentHashMap<>();
    private volatile Consumer<StreamPath> newcomers = path -> {};

    @Nullable
    StreamState find(StreamPath path) {
        return byPath.get(path);
    }

    /** A stream that forks read from, whether it can still be found by its path or not. */
    @Nullable
    StreamState source(long id) {
        return sources.get(id);
    }

    /** The stream at a path, if it can be read. */
    public @Nullable TrackedStream live(StreamPath path) {
        StreamState stream = byPath.get(path);
        return stream != null && stream.isLive() ? stream : null;
    }

    /** Shows every stream that can be read and whose path begins with a prefix. */
    public void each(String prefix, Consumer<TrackedStream> reader) {
        for (StreamState stream : inOrder.tailMap(prefix, true).values()) {
            if (!stream.path.value().startsWith(prefix)) {
                return;
            }
            if (stream.isLive()) {
                reader.accept(stream);
            }
        }
    }

    /** Tells of every stream that can be found from now on, on the thread of its shard: has to be quick. */
    public void onNewcomer(Consumer<StreamPath> listener) {
        newcomers = listener;
    }

    void tellOfNewcomer(StreamState stream) {
        newcomers.accept(stream.path);
    }

    void put(StreamState stream) {
        byPath.put(stream.path, stream);
        inOrder.put(stream.path.value(), stream);
    }

    void remove(StreamState stream) {
        byPath.remove(stream.path, stream);
        inOrder.remove(stream.path.value(), stream);
    }

    void putSource(StreamState stream) {
        sources.put(stream.id, stream);
    }

    void removeSource(StreamState stream) {
        sources.remove(stream.id);
    }

    public int size() {
        return byPath.size();
    }

    /** Ends all registrations of watchers: the core that served them stops. */
    public void endAllWatches() {
        byPath.values().forEach(StreamState::endWatches);
    }

    StreamPage page(Query.Find find, long now) {
        List<StreamInfo> streams = new ArrayList<>();
        for (StreamState stream : from(find.prefix(), find.after())) {
            if (!stream.path.value().startsWith(find.prefix())) {
                break;
            }
            if (stream.visibility() == StreamState.Visibility.LIVE && !stream.expiredAt(now)) {
                if (streams.size() == find.limit()) {
                    return new StreamPage(streams, true);
                }
                streams.add(stream.info());
            }
        }
        return new StreamPage(streams, false);
    }

    private Iterable<StreamState> from(String prefix, @Nullable StreamPath after) {
        return after != null && after.value().compareTo(prefix) >= 0
                ? inOrder.tailMap(after.value(), false).values()
                : inOrder.tailMap(prefix, true).values();
    }
}
