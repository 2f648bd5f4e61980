package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.spi.Slice;
import dev.leat.api.stream.Offset;
import dev.leat.api.stream.StreamPath;
import dev.leat.client.transport.Json;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.wire.JsonObject;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds slices from events: data events, and then a control event with the next offset. Data without its control event is discarded,
 * so that a connection can be lost at any byte.
 */
final class SseBatchReader implements SseParser.Sink {
    private final StreamPath path;
    private final ContentType type;
    private final boolean exact;
    private final boolean base64;
    private final Consumer<Slice> sink;
    private final ByteArrayOutputStream stored = new ByteArrayOutputStream();
    private Offset at;
    private volatile @Nullable String cursor;

    /** @param exact whether the server's offsets count bytes, so that events with other content than the stream are detected */
    SseBatchReader(
            StreamPath path, ContentType type, Offset from, boolean exact, boolean base64, Consumer<Slice> sink) {
        this.path = path;
        this.type = type;
        this.at = from;
        this.exact = exact;
        this.base64 = base64;
        this.sink = sink;
    }

    /** Returns the cursor of the next request, which keeps a cache from repeating the answer. */
    @Nullable
    String cursor() {
        return cursor;
    }

    @Override
    public void event(String kind, byte[] data) {
        if (kind.equals("data")) {
            stored.writeBytes(
                    SliceReader.stored(type, base64 ? Base64.getMimeDecoder().decode(data) : data));
        } else if (kind.equals("control")) {
            control(Json.object(data));
        }
    }

    private void control(JsonObject control) {
        Offset next = StreamResponses.offset(control.requiredText("streamNextOffset"));
        boolean closed = control.flag("streamClosed", false);
        if (control.text("streamCursor") != null) {
            cursor = control.text("streamCursor");
        }
        byte[] bytes = stored.toByteArray();
        stored.reset();
        if (exact && next.position() - at.position() != bytes.length) {
            throw new MalformedResponse("between " + at + " and " + next + " are not " + bytes.length + " bytes");
        }
        Slice slice = SliceReader.of(path, type, at, next, closed || control.flag("upToDate", false), closed, bytes);
        at = next;
        if (bytes.length > 0 || closed) {
            sink.accept(slice);
        }
    }
}
