package dev.leat.client.stream;

import dev.leat.api.ContentType;
import dev.leat.api.Offset;
import dev.leat.api.Slice;
import dev.leat.api.StreamPath;
import dev.leat.client.transport.Json;
import dev.leat.client.transport.MalformedResponse;
import dev.leat.wire.JsonObject;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what events say: data, and then where the client is. What has no such word behind it does not count, so that a
 * connection may be lost at any byte.
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

    /** @param exact whether the server's offsets count bytes, so that events that do not say what the stream has are noticed */
    SseBatchReader(
            StreamPath path, ContentType type, Offset from, boolean exact, boolean base64, Consumer<Slice> sink) {
        this.path = path;
        this.type = type;
        this.at = from;
        this.exact = exact;
        this.base64 = base64;
        this.sink = sink;
    }

    /** What the next request brings along, so that it meets no cached answer again. */
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
