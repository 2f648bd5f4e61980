package dev.leat.engine.stream;

import dev.leat.api.ContentType;
import dev.leat.api.ProducerStamp;
import dev.leat.api.StreamPath;
import org.jspecify.annotations.Nullable;

/** What an append is checked against: a stream as it is, or as it will be once what comes before has been written. */
interface AppendTarget {

    StreamPath path();

    ContentType contentType();

    boolean isJson();

    long tail();

    /** How many bytes of messages are its own. */
    long ownBytes();

    boolean isClosed();

    /** The append that closed it, if it had a stamp. */
    @Nullable
    ProducerStamp closedBy();

    @Nullable
    String lastSeq();

    @Nullable
    ProducerState producer(String id);
}
