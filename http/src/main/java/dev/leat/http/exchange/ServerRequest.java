package dev.leat.http.exchange;

import dev.leat.http.protocol.HttpMethod;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A request as it comes in, by whichever version of HTTP. Lives on one event loop. */
public interface ServerRequest {
    HttpMethod method();

    /** As it was sent, with its escapes; empty if there is none. */
    String path();

    /** As it was sent, with its escapes. */
    @Nullable
    String query();

    /** The first header of a name, whose letter case does not matter. */
    @Nullable
    String header(CharSequence name);

    List<String> headers(CharSequence name);

    /** Shows all headers whose names begin like this, in any letter case. */
    void eachHeader(String prefix, BiConsumer<String, String> action);

    /**
     * Returns the server's name as the client gave it, with its port if there is one; null if it is missing or cannot
     * be a name.
     */
    @Nullable
    String authority();

    /** Whether a request of this version of HTTP has to name its server. */
    boolean needsAuthority();

    /** The address of the client, without its port; null if it is not known any more. */
    @Nullable
    String remoteHost();

    /** The address that the client came to, with its port. */
    String localAddress();

    /** The event loop that runs everything of this request. */
    Loop loop();

    /** Whether a body ends with the last of the bytes that were announced. Over HTTP/2 its end comes by itself, maybe later. */
    boolean endsByLength();

    /** Sets the reader of the body. Bytes of a body without a reader are thrown away. */
    void read(BodyReader reader);

    /** Stops reading the body until {@link #resume}. */
    void pause();

    void resume();

    /** Returns whether the whole body was read. */
    boolean isEnded();
}
