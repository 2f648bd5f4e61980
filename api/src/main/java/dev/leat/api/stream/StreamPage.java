package dev.leat.api.stream;

import dev.leat.api.spi.Outcome;
import java.util.List;

/**
 * Streams in the order of their paths.
 *
 * @param more whether there are further ones after the last
 */
public record StreamPage(List<StreamInfo> streams, boolean more) implements Outcome {

    /** Returns the paths of the streams, in the same order. */
    public List<StreamPath> paths() {
        return streams.stream().map(StreamInfo::path).toList();
    }
}
