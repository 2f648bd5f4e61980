package dev.leat.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a command or query that was carried out. */
public sealed interface Outcome permits Outcome.Created, Outcome.Appended, Outcome.Deleted, Outcome.Info, Outcome.Page, Slice {

    /**
     * @param isNew false if the stream was there already, made the same way
     * @param tail the offset after the initial messages
     */
    record Created(boolean isNew, ContentType contentType, Offset tail, boolean closed) implements Outcome {}

    /**
     * @param tail the offset after the appended messages
     * @param duplicate whether the producer's stamp was seen before and nothing was written
     * @param producer the producer's latest accepted stamp, if one was given
     */
    record Appended(Offset tail, boolean closed, boolean duplicate, @Nullable ProducerStamp producer) implements Outcome {}

    /** @param hidden whether forks keep the bytes alive */
    record Deleted(boolean hidden) implements Outcome {}

    /** @param incarnation differs between two streams that had the same path one after the other */
    record Info(
            StreamPath path,
            long incarnation,
            ContentType contentType,
            Lifetime lifetime,
            Instant created,
            Offset tail,
            boolean closed)
            implements Outcome {}

    /** @param more whether there are further paths after the last one */
    record Page(List<StreamPath> paths, boolean more) implements Outcome {}
}
