package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.stream.StreamPath;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Content types of streams that this client has seen. A stream never changes its type, but another can get its path later. */
final class ContentTypeCache {
    private static final int MOST = 10_000;

    private final Map<StreamPath, ContentType> known =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<StreamPath, ContentType> eldest) {
                    return size() > MOST;
                }
            });

    @Nullable
    ContentType of(StreamPath path) {
        return known.get(path);
    }

    void learn(StreamPath path, ContentType type) {
        known.put(path, type);
    }

    void forget(StreamPath path) {
        known.remove(path);
    }
}
